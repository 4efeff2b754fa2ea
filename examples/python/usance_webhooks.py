import base64
import hashlib
import hmac
import json
import time


def verify(body, headers, secret, tolerance=300):
    """Returns the event of a delivery. Raises ValueError if it is not signed with the secret, or is too old.

    body: the raw bytes; headers: without regard to case; secret: `whsec_…`, from the response that created the endpoint
    """
    event_id, timestamp = headers["webhook-id"] or "", headers["webhook-timestamp"] or ""
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > tolerance:
        raise ValueError(f"webhook-timestamp is not within {tolerance} s.")
    key = base64.b64decode(secret[len("whsec_"):])
    signed = f"{event_id}.{timestamp}.".encode() + body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    # While a secret is replaced, a delivery has a signature by each of the two.
    for signature in (headers["webhook-signature"] or "").split(" "):
        version, _, digest = signature.partition(",")
        if version == "v1" and hmac.compare_digest(digest.encode(), expected):
            return json.loads(body)
    raise ValueError("webhook-signature has no signature by this secret.")
