#!/usr/bin/env python3
"""Verifies what an invoice bills, as docs/proofs.md specifies it, with Python's standard library alone.

    python3 verify_bill.py [--offline] proof.json ...

Each check is a line: ok, FAIL, or open if it cannot be made. The chain is asked at SETTLEMENT_RPC_URL; with --offline it
need not be. The exit code is 0 if all is ok, 1 after a FAIL, otherwise 2.
"""

import hashlib, json, os, re, sys, types, urllib.request
from decimal import ROUND_HALF_UP, Decimal, getcontext
from itertools import zip_longest

getcontext().prec = 1000  # So sums and products are exact.
ZERO, ONE, ENDLESS = Decimal(0), Decimal(1), Decimal("Infinity")
EVENT = b"SettlementRecorded(bytes32,bytes32,address,address,address,uint256,address)"
BILL_DECIMALS = "amount quantity unitAmount max last charge chargeBefore charged billed credited".split()
CARD_DECIMALS = "amount unitAmount flatAmount packageAmount packageSize percent included minimum upTo".split()
PRICES = {"PER_UNIT": "unitAmount", "PACKAGE": "packageAmount", "PERCENTAGE": "percent"}
TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"
NO_USAGE = {"billNumber": None, "billBefore": None, "periods": [], "charged": None, "billed": None}
LINE = ("description", "quantity", "unitAmount", "amount")


class Fail(Exception):
    """What shows that the bill or its file is wrong."""


def need(condition, words):
    if not condition:
        raise Fail(words)


def parsed(value, names, form, name=None):
    """The value with the decimals of these names as Decimal."""
    if isinstance(value, dict):
        return {key: parsed(item, names, form, key) for key, item in value.items()}
    if isinstance(value, list):
        return [parsed(item, names, form, name) for item in value]
    if name not in names or value is None:
        return value
    need(isinstance(value, str) and re.fullmatch(form, value), f"{name} is no decimal: {value!r}")
    return Decimal(value)


def read(path):
    def refuse(number):
        raise Fail(f"the number {number} is not whole")

    with open(path, encoding="utf-8") as file:
        data = json.load(file, parse_float=refuse, parse_constant=refuse)
    proof, given = data["proof"], data.get("usageEvents")
    of_bill = lambda value: parsed(value, BILL_DECIMALS, r"-?(0|[1-9]\d{0,39})\.\d{6,12}")
    of_card = lambda value: parsed(value, CARD_DECIMALS, r"\d{1,40}(\.\d{1,12})?0*")
    bills = [proof["bill"], *proof["billsBefore"]]
    need(all(bill["version"] == 1 for bill in bills), "a bill has another version than 1")
    events = given and [(one["occurredAt"], one["quantity"], one["eventKey"]) for one in of_bill(given)]
    for time, _, key in events or []:
        need(re.fullmatch(TIME, time), f"the event {key} has no time in UTC with milliseconds")
    return types.SimpleNamespace(
        bills=[{**(bill["usage"] or NO_USAGE), **bill, "hash": hash_of(raw)}
               for raw, bill in zip(bills, of_bill(bills))],
        cards={hash_of(card["components"]): of_card(card["components"]) for card in proof["rateCards"]},
        events=events, hash=proof["billHash"], credited=of_bill(proof)["credited"],
        payment=proof["settlement"])


def hash_of(value):
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return keccak256(text.encode())


def keccak256(data):
    """The hash of Ethereum, which pads otherwise than hashlib's sha3_256."""
    lanes, padded = [0] * 25, bytearray(data + b"\x01" + bytes(135 - len(data) % 136))
    padded[-1] |= 0x80
    rotate = lambda lane, by: (lane << by | lane >> 64 - by) % 2**64
    for block in range(0, len(padded), 136):
        for i in range(17):
            lanes[i] ^= int.from_bytes(padded[block + 8 * i : block + 8 * i + 8], "little")
        bits = 1
        for _ in range(24):
            columns = [lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20] for x in range(5)]
            lanes = [lane ^ columns[(i - 1) % 5] ^ rotate(columns[(i + 1) % 5], 1) for i, lane in enumerate(lanes)]
            x, y, moved = 1, 0, lanes[1]
            for step in range(24):
                x, y = y, (2 * x + 3 * y) % 5
                turned = rotate(moved, (step + 1) * (step + 2) // 2 % 64)
                moved, lanes[x + 5 * y] = lanes[x + 5 * y], turned
            row = lambda i, by: lanes[i // 5 * 5 + (i + by) % 5]
            lanes = [lanes[i] ^ (~row(i, 1) & row(i, 2)) for i in range(25)]
            for bit in range(7):
                bits = (bits << 1 ^ (bits >> 7) * 0x171) % 512
                lanes[0] ^= (bits >> 1 & 1) << (1 << bit) - 1
    return "0x" + b"".join(lane.to_bytes(8, "little") for lane in lanes[:4]).hex()


def tree(events):
    """The hash and the sum of the top of the tree over some events."""
    if len(events) == 1:
        time, quantity, key = events[0]
        return hashlib.sha256(f"leaf\n{key}\n{quantity}\n{time}".encode()).hexdigest(), quantity
    middle = 1 << (len(events) - 1).bit_length() - 1
    (left, one), (right, other) = tree(events[:middle]), tree(events[middle:])
    return hashlib.sha256(f"node\n{left}\n{one}\n{right}\n{other}".encode()).hexdigest(), one + other


def totals_of(events, prefixes):
    entries = {}
    for event in sorted(events):  # By time, quantity and key.
        prefix = event[2].split(":")[0]
        entries.setdefault(prefix if prefix in prefixes else "", []).append(event)
    for prefix, its in sorted(entries.items(), key=lambda entry: entry[1][-1]):
        root, quantity = tree(its)
        largest = max(event[1] for event in its)
        yield {"prefix": prefix, "count": len(its), "quantity": quantity, "max": largest,
               "last": its[-1][1], "root": "0x" + root}


def cost(parts):
    return sum((quantity * price for quantity, price in parts), ZERO)


def rounded(amount):
    return amount.quantize(Decimal("0.000001"), ROUND_HALF_UP)


def once(amount):
    return [(ONE, amount)] if amount > 0 else []


def parts_of(component, totals):
    """What usage costs, before a minimum: pairs of a quantity and its price."""
    kind, measure = component["type"], component.get("measure") or "SUM"
    its = [entry for entry in totals if component.get("prefix") in (None, entry["prefix"])]
    values = [Decimal(entry["quantity" if measure == "SUM" else measure.lower()]) for entry in its] or [ZERO]
    value = {"MAX": max, "LAST": lambda all_: all_[-1]}.get(measure, sum)(values)
    units = max(value - (component.get("included") or ZERO), ZERO)
    if kind == "PACKAGE":
        units = units // component["packageSize"] + (units % component["packageSize"] > 0)
    one_tier = kind in PRICES and [{"upTo": None, "unitAmount": component[PRICES[kind]]}]
    parts, start = [], ZERO
    for tier in one_tier or component["tiers"]:
        end = tier["upTo"] or ENDLESS
        if units > start:
            kept, here = ([], units) if kind == "VOLUME" else (parts, min(units, end) - start)
            price = tier["unitAmount"].scaleb(-2 if kind == "PERCENTAGE" else 0)
            parts = [*kept, (here, price), *once(tier.get("flatAmount") or ZERO)]
        start = end
    return parts


def rate(card, totals):
    """What each component of a card costs: its description, its parts and its rounded amount."""
    rated = []
    for component in card:
        kind = component["type"]
        parts = [] if kind in ("FLAT", "MINIMUM") else parts_of(component, totals)
        least = component["amount"] if kind in ("FLAT", "MINIMUM") else component.get("minimum") or ZERO
        before = sum(amount for _, _, amount in rated) if kind == "MINIMUM" else cost(parts)
        parts += once(least - before)
        rated.append((component["description"], parts, rounded(cost(parts))))
    return rated


def lines_of(card, totals):
    lines, short = [], []
    for description, parts, amount in rate(card, totals):
        for place, part in enumerate(parts if amount else []):
            due = rounded(cost(parts[: place + 1])) - rounded(cost(parts[:place]))
            lines.append(line_of(description, *part, due))
        short += [(description, ONE, amount, amount)] if amount else []
    return lines if len(lines) < 100 else short


def line_of(description, quantity, price, amount):
    noted = lambda note: description + note if len(description + note) <= 200 else description
    places = lambda number: -number.normalize().as_tuple().exponent
    fits = lambda many, each: places(many) <= 6 and places(each) <= 12 and max(many, each) < 10**18
    for power, note in (6, ", in millions"), (3, ", in thousands"):
        many, each = quantity.scaleb(-power), price.scaleb(power)
        if places(price) > 6 and many >= 1 and fits(many, each):
            return noted(note), many, each, amount
    if fits(quantity, price):
        return description, quantity, price, amount
    return noted(f", {quantity.normalize():f} × {price.normalize():f}"), ONE, amount, amount


def check_sum(proof):
    """the lines add up to the amount"""
    amount, lines = proof.bills[0]["amount"], proof.bills[0]["lines"]
    added = sum(line["amount"] for line in lines)
    need(not lines or added == amount, f"the lines add up to {added}, but the amount is {amount}")
    yield from ()


def is_within(time, period):
    return period["from"] <= time and (period["to"] is None or time < period["to"])


def check_usage(proof):
    """the usage events have the totals of the bill"""
    events, periods = proof.events, proof.bills[0]["periods"]
    if events is None and any(period["totals"] for period in periods):
        yield "the file has no usage events"
        return
    events = events or []
    for before, event in zip([("",), *events], events):
        need(before[0] <= event[0], f"the event {event[2]} is not in the order of time")
        need(any(is_within(event[0], period) for period in periods), f"the event {event[2]} is in no period")
    need(len({event[2] for event in events}) == len(events), "an event is there twice")
    for period in periods:
        card = proof.cards.get(period["rateCardHash"])
        prefixes = [one.get("prefix") for one in card or period["totals"]]
        true = totals_of([event for event in events if is_within(event[0], period)], prefixes)
        for told, one in zip_longest(period["totals"], true, fillvalue={}):
            for field, value in (one or told).items():
                words = f"prefix {(one or told)['prefix']!r}: {field} is {told.get(field)}"
                need(told.get(field) == one.get(field),
                     f"period from {period['from']}, {words}, by the events {one.get(field)}")


def check_prices(proof):
    """each period costs its charge by the rate card"""
    for bill in proof.bills:
        for period in bill["periods"]:
            at = f"bill {bill['invoiceId']}, period from {period['from']}"
            if period["rateCardHash"] is None and period["charge"] is None:
                continue
            card = proof.cards.get(period["rateCardHash"])
            need(card, f"{at}: its rate card is not in the file")
            price = sum(amount for _, _, amount in rate(card, period["totals"]))
            need(period["charge"] == price, f"{at}: charge {period['charge']}, by the card {price}")
    yield from ()


def changes(bill):
    """What the periods of a bill cost, less what they cost before."""
    return sum(((one["charge"] or ZERO) - (one["chargeBefore"] or ZERO) for one in bill["periods"]), ZERO)


def check_amount(proof):
    """the amount is what was charged, less what was billed"""
    bill, before = proof.bills[0], proof.bills[1:]
    charged, billed = bill["charged"], bill["billed"]
    if charged is None:
        yield "the seller says what it costs" if bill["usage"] else "it bills no measured usage"
        return
    if bill["billBefore"] is None:
        isolated = all(one["chargeBefore"] is None for one in bill["periods"])
        need(isolated and (charged, billed) == (changes(bill), 0), "the first bill counts an earlier one")
    if bill["amount"] != charged - billed:
        need(bill["billNumber"] is None, f"the amount is not {charged} − {billed}")
        yield f"the seller set the amount; by the card it costs {charged}"
    alone = all(one["chargeBefore"] is None for one in bill["periods"]) and changes(bill) == bill["amount"]
    if bill["billBefore"] is not None and not before and not alone:
        yield "the amount depends on earlier bills, which the file does not have"


def check_lines(proof):
    """the lines are those of the rate card"""
    bill = proof.bills[0]
    own = bill["periods"][-1] if bill["periods"] else None
    if not bill["lines"] or not own or own["rateCardHash"] not in proof.cards:
        return
    expected = [[], lines_of(proof.cards[own["rateCardHash"]], own["totals"])]
    for lines in expected:
        rest = bill["amount"] - sum(line[3] for line in lines)
        lines += [("Changes to earlier periods", ONE, rest, rest)] if rest else []
    if [tuple(line[field] for field in LINE) for line in bill["lines"]] not in expected:
        yield "the seller wrote the lines"


def check_chain(proof):
    """the bills before follow each other"""
    bills = proof.bills
    for place, (newer, older) in enumerate(zip(bills, bills[1:])):
        at = f"bill {newer['invoiceId']} after {older['invoiceId']}"
        need(newer["billBefore"] == older["hash"], f"{at}: billBefore is not {older['hash']}")
        need(newer["subscriptionId"] == older["subscriptionId"], f"{at}: another subscription")
        if older["usage"] is None:
            return
        need(older["billNumber"] < newer["billNumber"], f"{at}: its number is not larger")
        earlier = [period for bill in bills[place + 1 :] for period in bill["periods"]]
        for period in newer["periods"]:
            said = next((one["charge"] for one in earlier if one["from"] == period["from"]), None)
            need(said in (None, period["chargeBefore"]),
                 f"{at}, period from {period['from']}: chargeBefore is not {said}")
            others = [one for one in earlier if one["from"] != period["from"]]
            need(not any(is_within(one["from"], period) or is_within(period["from"], one) for one in others),
                 f"{at}: the period from {period['from']} overlaps one of an earlier bill")
        if None not in (newer["charged"], older["charged"]):
            charged = older["charged"] + changes(newer)
            need(newer["charged"] == charged, f"{at}: charged is {newer['charged']}, by the chain {charged}")
        billed = older["billed"] + older["amount"]
        need(newer["billed"] <= billed, f"{at}: billed is {newer['billed']}, by the chain {billed}")
        if newer["billed"] < billed:
            yield f"{at}: billed is {newer['billed']}, less than by the chain, {billed}"


def check_payment(proof):
    """the hash is the bill's, and the payment names it, the invoice and the amount"""
    bill = proof.bills[0]
    need(bill["hash"] == proof.hash, f"the bill's hash is {bill['hash']}, not {proof.hash}")
    if proof.payment is None:
        yield "the invoice is not paid"
        return
    event = proof.payment["event"]
    invoice, due = keccak256(bill["invoiceId"].encode()), (bill["amount"] - proof.credited).scaleb(6)
    need(event["invoiceHash"].lower() == invoice, "the payment names another invoice")
    need(int(event["amount"]) == due, f"the payment is of {event['amount']} units, not of {due:f}")
    need(ZERO <= proof.credited <= bill["amount"], f"{proof.credited} cannot be credited")
    if event["referenceHash"].lower() != bill["hash"]:
        yield "the payment has another reference than the bill's hash"


def ask(method, *params):
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
    request = urllib.request.Request(os.environ["SETTLEMENT_RPC_URL"], body, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)["result"]


def check_receipt(proof):
    """the chain has this payment"""
    paid = proof.payment
    if paid is None or not os.environ.get("SETTLEMENT_RPC_URL"):
        yield "the chain was not asked"
        return
    chain = int(ask("eth_chainId"), 16)
    need(chain == paid["chainId"], f"the node is of the chain {chain}, not of {paid['chainId']}")
    receipt = ask("eth_getTransactionReceipt", paid["transactionHash"]) or {"logs": []}
    logs = [log for log in receipt["logs"] if int(log["logIndex"], 16) == paid["logIndex"]]
    found = [text.lower() for log in logs for text in (log["address"], *log["topics"], log["data"])]
    event, word = paid["event"], lambda address: address.lower()[2:].rjust(64, "0")
    data = word(event["merchant"]) + word(event["token"]) + f"{int(event['amount']):064x}" + word(event["operator"])
    topics = [keccak256(EVENT), event["referenceHash"], event["invoiceHash"], "0x" + word(event["payer"])]
    expected = [text.lower() for text in (paid["contract"], *topics, "0x" + data)]
    for one, other in zip_longest(found, expected):
        need(one == other, f"the log {paid['logIndex']} of the transaction has {one}, not {other}")


CHECKS = (check_sum, check_usage, check_prices, check_amount, check_lines, check_chain, check_payment, check_receipt)


def verify(path):
    """The results of all checks: pairs of ok, FAIL or open, and words."""
    results = []
    try:
        proof = read(path)
        for check in CHECKS:
            try:
                opens = list(check(proof))
                results.append(("open", opens[0]) if opens else ("ok", check.__doc__))
            except Fail as error:
                results.append(("FAIL", str(error)))
            except OSError as error:
                results.append(("open", f"the file or the node cannot be read: {error}"))
    except Exception as error:  # What has not the form of a proof fails anywhere.
        results.append(("FAIL", f"the file is not a proof: {error!r}"))
    return results


def main():
    files = [word for word in sys.argv[1:] if not word.startswith("-")]
    if not files or "-h" in sys.argv or "--help" in sys.argv:
        sys.exit(__doc__)
    codes = []
    for path in files:
        results = verify(path)
        unasked = "--offline" in sys.argv and not os.environ.get("SETTLEMENT_RPC_URL")
        first = {result: words for result, words in reversed(results[:7] if unasked else results)}
        verdict = (f"Not verified: {first['FAIL']}" if "FAIL" in first
                   else f"Not verified completely: {first['open']}" if "open" in first else "Verified")
        lines = [f"{result:5} {words}" for result, words in results] + [verdict]
        print("\n".join("".join(c if c.isprintable() else "?" for c in line) for line in lines))
        codes.append(1 if "FAIL" in first else 2 if "open" in first else 0)
    sys.exit(1 if 1 in codes else max(codes))


if __name__ == "__main__":
    main()
