/** Asks for an address as a browser does when a person follows a link. */
export const asBrowser = (url: string): Promise<Response> =>
  fetch(url, { headers: { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" } });
