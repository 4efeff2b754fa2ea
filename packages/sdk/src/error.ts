/** The service refused a call, or failed. */
export class UsanceError extends Error {
  override readonly name = "UsanceError";
  /** HTTP status: 400 for bad input, 401, 404, 409, 413 or 500. */
  readonly status: number;
  /** Names the request in the service's log. */
  readonly requestId: string | null;
  /** Where to read what came of it: the settlement of a 500. */
  readonly location: string | null;

  private constructor(message: string, response: Response) {
    super(message);
    this.status = response.status;
    this.requestId = response.headers.get("x-request-id");
    this.location = response.headers.get("location");
  }

  /** Reads an answer that is not a success; one that is no JSON of ours keeps its status. */
  static async from(response: Response): Promise<UsanceError> {
    const body: unknown = await response.json().catch(() => null);
    const message = hasError(body) ? body.error : `The service answered ${response.status}.`;
    return new UsanceError(message, response);
  }
}

function hasError(body: unknown): body is { error: string } {
  return (
    typeof body === "object" && body !== null && "error" in body && typeof body.error === "string"
  );
}
