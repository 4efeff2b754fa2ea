import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from decimal import Decimal
from http.client import HTTPException


class UsanceError(Exception):
    """A call that failed. `status` is None if no response arrived: the call may have been executed."""

    def __init__(self, message, status=None, headers=None):
        super().__init__(message)
        headers = headers or {}
        self.status = status
        self.code = headers.get("Usance-Error")
        self.param = headers.get("Usance-Error-Param")
        self.request_id = headers.get("X-Request-Id")
        self.location = headers.get("Location")
        retry_after = headers.get("Retry-After", "")
        self.retry_after = int(retry_after) if retry_after.isdigit() else None


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The service never redirects a call, and a redirect would carry the key to another host."""

    def redirect_request(self, *_):
        return None


_opener = urllib.request.build_opener(_NoRedirects)


class Usance:
    def __init__(self, url, api_key, timeout=80, max_retries=3):
        self.root = url.rstrip("/") + "/api/v1"
        self.api_key, self.timeout, self.max_retries = api_key, timeout, max_retries

    def get(self, path, **query):
        return self._call("GET", path, query=query)

    def post(self, path, body=None, idempotency_key=None):
        """Runs once, however many attempts arrive. To retry after a restart too, pass a key that you have stored."""
        return self._call("POST", path, body or {}, key=idempotency_key or str(uuid.uuid4()))

    def patch(self, path, body):
        return self._call("PATCH", path, body)

    def put(self, path, body):
        return self._call("PUT", path, body)

    def delete(self, path):
        return self._call("DELETE", path)

    def pages(self, path, records, **query):
        """Every record of a list, newest first: `for invoice in usance.pages("/invoices", "invoices", status="OPEN")`."""
        while True:
            page = self.get(path, **query)
            yield from page[records]
            if page["nextCursor"] is None:
                return
            query["cursor"] = page["nextCursor"]

    def _call(self, method, path, body=None, query=None, key=None):
        for attempt in range(self.max_retries + 1):
            try:
                return self._attempt(method, path, body, query, key)
            except UsanceError as error:
                wait = (error.retry_after or 0) + random.uniform(0, min(0.25 * 2**attempt, 8))
                if attempt == self.max_retries or wait > self.timeout or not _is_safe_to_retry(error, method):
                    raise
                time.sleep(wait)

    def _attempt(self, method, path, body, query, key):
        given = {name: value for name, value in (query or {}).items() if value is not None}
        url = self.root + path + ("?" + urllib.parse.urlencode(given) if given else "")
        headers = {"Authorization": "Bearer " + self.api_key, "Content-Type": "application/json"}
        if key is not None:
            headers["Idempotency-Key"] = key
        data = None if body is None else json.dumps(body, default=_plain).encode()
        request = urllib.request.Request(url, data, headers, method=method)
        try:
            with _opener.open(request, timeout=self.timeout) as response:
                return json.load(response)
        except urllib.error.HTTPError as refused:
            raise UsanceError(_sentence(refused), refused.code, refused.headers) from None
        except (OSError, HTTPException, ValueError) as lost:
            raise UsanceError(f"No response of Usance from {self.root}: {lost}") from lost


def _plain(value):
    """A Decimal without an exponent, which the service refuses."""
    if isinstance(value, Decimal):
        return format(value, "f")
    raise TypeError(f"{value!r} cannot be sent: give a Decimal or a string.")


def _sentence(response):
    """The body of an error is {"error": "one sentence"}; a proxy in between may send something else."""
    try:
        return json.load(response)["error"]
    except (ValueError, TypeError, KeyError, OSError, HTTPException):
        return f"Status {response.code}, and not from Usance"


def _is_safe_to_retry(error, method):
    if error.status == 429:
        return True
    if error.status == 409:  # an earlier attempt of the same call is still running
        return error.retry_after is not None
    if method == "DELETE":  # if the first attempt succeeded, the next one gets a 404
        return False
    # A 500 with a Location is the state of a settlement, which another attempt would not change.
    return error.status is None or (error.status >= 500 and error.location is None)
