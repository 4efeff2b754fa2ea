import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from usance_webhooks import verify


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            event = verify(body, self.headers, os.environ["WEBHOOK_SECRET"])
        except ValueError as error:
            self.send_error(400, str(error))
            return
        print(event["type"], event["id"], flush=True)
        self.send_response(204)
        self.end_headers()


ThreadingHTTPServer(("127.0.0.1", 4000), Receiver).serve_forever()
