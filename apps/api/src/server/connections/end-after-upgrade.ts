import type { RequestListener } from "node:http";
import { linger } from "./linger.ts";

/**
 * Makes a request with an `Upgrade` header the last one of its connection. The service upgrades nothing and answers
 * the request like any other, but Node then drops bytes that it has read together with the end of this request: the
 * beginning of the next request, whose caller would wait for a response in vain.
 */
export const endAfterUpgrade: RequestListener = ({ headers, socket }, res) => {
  if (headers.upgrade === undefined) return;
  res.shouldKeepAlive = false;
  // How Node ends a connection after its last response. The request's body may still be arriving.
  socket.destroySoon = () => linger(socket);
};
