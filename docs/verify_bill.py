#!/usr/bin/env python3
"""Verifies what an invoice bills, as docs/proofs.md specifies it, with Python's standard library alone.

    python3 verify_bill.py [--offline] proof.json ...

Each check is a line: ok, FAIL, or open if it cannot be made. The chain is asked at SETTLEMENT_RPC_URL; with --offline
it need not be. The exit code is 0 if all is ok, 1 after a FAIL, otherwise 2.
"""

import hashlib, json, os, re, sys, types, urllib.request
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal, getcontext
from itertools import takewhile, zip_longest

getcontext().prec = 1000  # So sums and products are exact.
ZERO, ONE, ENDLESS = Decimal(0), Decimal(1), Decimal("Infinity")
SIGNATURE = b"SettlementRecorded(bytes32,bytes32,address,address,address,uint256,address)"
PRICES = {"PER_UNIT": "unitAmount", "PACKAGE": "packageAmount", "PERCENTAGE": "percent"}
LINE = ("description", "quantity", "unitAmount", "amount")


class Fail(Exception):
    """What shows that the bill or its file is wrong."""


def need(condition, words):
    if not condition:
        raise Fail(words)


def text(value):
    return value if isinstance(value, str) and value else None


def count(value):
    return value if type(value) is int and 0 < value < 2**53 else None


def whole(value):
    return 0 if value == 0 and type(value) is int else count(value)


def pattern(form, made=str):
    return lambda value: made(value) if isinstance(value, str) and re.fullmatch(form, value) else None


def moment(value):
    """A time in UTC with milliseconds; its text is compared."""
    written = datetime.strptime(value, "%Y-%m-%dT%H:%M:%S.%fZ").isoformat(timespec="milliseconds")
    return value if f"{written}Z" == value else None


AMOUNT = pattern(r"(0|[1-9][0-9]{0,31})\.[0-9]{6}", Decimal)
SIGNED = pattern(r"(?!-0\.0+$)-?(0|[1-9][0-9]{0,31})\.[0-9]{6}", Decimal)
PRICE = pattern(r"(?!-0\.0+$)-?(0|[1-9][0-9]{0,31})\.[0-9]{6,12}", Decimal)
HASH, HEX, UNITS = pattern("0x[0-9a-f]{64}"), pattern("0x[0-9a-fA-F]+", str.lower), pattern("[0-9]{1,78}", int)
SIX, TWELVE = pattern(r"[0-9]{1,18}(\.[0-9]{1,6}0*)?", Decimal), pattern(r"[0-9]{1,18}(\.[0-9]{1,12}0*)?", Decimal)
# A name that ends in ? may have null, and in a rate card be missing. A list has one form for all its items.
TOTAL = {"prefix": pattern("(?s).*"), "count": count, "quantity": AMOUNT, "max": AMOUNT, "last": AMOUNT, "root": HASH}
PERIOD = {"from": moment, "to?": moment, "rateCardId?": text, "rateCardHash?": HASH, "prepaid?": AMOUNT,
          "charge?": SIGNED, "chargeBefore?": SIGNED, "totals": [TOTAL]}
USAGE = {"billNumber?": count, "billBefore?": HASH, "periods": [PERIOD], "charged?": AMOUNT, "billed": AMOUNT}
BILL = {"version": count, "invoiceId": text, "serviceId": text, "subscriptionId?": text, "amount": AMOUNT,
        "currency": text, "periodStart?": moment, "periodEnd?": moment, "usage?": USAGE,
        "lines": [{"description": text, "quantity": AMOUNT, "unitAmount": PRICE, "amount": SIGNED}],
        "usageRoot?": {"number": count, "root": HASH}}
QUANTITY = pattern(r"(0|[1-9][0-9]{0,17})\.[0-9]{6}", Decimal)
EVENT = {"eventKey": text, "quantity": QUANTITY, "occurredAt": moment, "root?": count}
ROOT = {"subscriptionId": text, "number": count, "createdAt": moment, "eventCount": whole, "voidCount": whole,
        "changesHash": HASH, "rootBefore?": HASH, "root": HASH, "otherChanges?": [HASH]}
METERED = {"description": text, "prefix?": text, "measure?": pattern("SUM|COUNT|MAX|LAST"), "included?": SIX,
           "minimum?": SIX}
TIERED = {**METERED, "tiers": [{"upTo?": SIX, "unitAmount": TWELVE, "flatAmount?": SIX}]}
FEE = {"description": text, "amount": SIX}
CARD = {"FLAT": FEE, "MINIMUM": FEE, "GRADUATED": TIERED, "VOLUME": TIERED,
        "PER_UNIT": {**METERED, "unitAmount": TWELVE}, "PERCENTAGE": {**METERED, "percent": TWELVE},
        "PACKAGE": {**METERED, "packageSize": SIX, "packageAmount": TWELVE}}
PAID = {"referenceHash": HEX, "invoiceHash": HEX, "amount": UNITS}


def parsed(value, form, name, in_card=False):
    """The value with decimals as Decimal, if it has its form and no other fields."""
    if isinstance(form, list):
        need(isinstance(value, list), f"{name} is no list")
        return [parsed(item, form[0], f"{name}.{place}", in_card) for place, item in enumerate(value)]
    if not isinstance(form, dict):
        made = form(value)
        need(made is not None, f"{name} has not its form: {value!r}")
        return made
    need(isinstance(value, dict), f"{name} is no object")
    unknown = set(value) - {key.rstrip("?") for key in form}
    need(not unknown, f"{name} has no field {', '.join(unknown)}")
    result = {}
    for key, of in form.items():
        field = key.rstrip("?")
        free = key.endswith("?") and (field not in value if in_card and field != "upTo" else value[field] is None)
        result[field] = None if free else parsed(value[field], of, f"{name}.{field}", in_card)
    return result


def parsed_card(components):
    """The components of a rate card, which follow the rules of billing.md."""
    need(isinstance(components, list) and 0 < len(components) <= 20, "a rate card has 1 to 20 components")
    card = []
    for component in components:
        kind = component["type"]
        rest = {key: value for key, value in component.items() if key != "type"}
        card.append({"type": kind, **parsed(rest, CARD[kind], f"a {kind} component", True)})
        ends = [tier["upTo"] for tier in card[-1].get("tiers", [])]
        grows = all(a is not None and b is not None and a < b for a, b in zip([ZERO, *ends], ends[:-1]))
        need(kind not in ("GRADUATED", "VOLUME") or 0 < len(ends) <= 50 and grows and ends[-1] is None,
             "tiers do not grow up to null")
        need(kind != "PACKAGE" or card[-1]["packageSize"] > 0, "a package is empty")
    need("MINIMUM" not in [one["type"] for one in card[:-1]], "MINIMUM is not the last component")
    return card


def known(given, form, name):
    """The fields of a form; others are not hashed."""
    return parsed({field: given[field] for field in (key.rstrip("?") for key in form)}, form, name)


def read(path):
    with open(path, encoding="utf-8") as file:
        data = json.load(file)
    proof, events = data["proof"], data.get("usageEvents")
    events = events and [known({"root": None, **event}, EVENT, "a usage event") for event in events]
    bills = [proof["bill"], *proof["billsBefore"]]
    need(len(bills) <= 1001, "there are more than 1,000 bills before")
    read_bills = parsed(bills, [BILL], "bills")
    need(all((bill["version"], bill["currency"]) == (1, "USDC") for bill in read_bills), "a bill is of another form")
    need(all(bill["usage"] or bill["usageRoot"] is None for bill in read_bills), "a bill without usage has a root")
    for period in [one for bill in read_bills for one in (bill["usage"] or {"periods": []})["periods"]]:
        need((period["prepaid"] is None) == (period["charge"] is None), "a period has half a price")
    payment = proof["settlement"]
    return types.SimpleNamespace(
        bills=[{**(bill["usage"] or {}), **bill, "hash": hash_of(raw)} for raw, bill in zip(bills, read_bills)],
        cards={hash_of(card["components"]): parsed_card(card["components"]) for card in proof["rateCards"]},
        events=events and [(event["occurredAt"], event["quantity"], event["eventKey"]) for event in events],
        rooted={event["eventKey"]: event["root"] for event in events or []},
        roots=data.get("usageRoots"),
        hash=HASH(proof["billHash"]), credited=parsed(proof["credited"], AMOUNT, "credited"),
        prepaid=parsed(proof["paidFromBalance"], AMOUNT, "paidFromBalance"), payment=payment,
        paid=payment and known(payment["event"], PAID, "the event"))


def canonical(value):
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def hash_of(value):
    return keccak256(canonical(value).encode())


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


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
        return sha256(f"leaf\n{key}\n{quantity}\n{time}"), quantity
    middle = 1 << (len(events) - 1).bit_length() - 1
    (left, one), (right, other) = tree(events[:middle]), tree(events[middle:])
    return sha256(f"node\n{left}\n{one}\n{right}\n{other}"), one + other


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
    kind, measure = component["type"], component["measure"] or "SUM"
    its = [entry for entry in totals if component["prefix"] in (None, entry["prefix"])]
    values = [Decimal(entry["quantity" if measure == "SUM" else measure.lower()]) for entry in its] or [ZERO]
    value = {"MAX": max, "LAST": lambda all_: all_[-1]}.get(measure, sum)(values)
    units = max(value - (component["included"] or ZERO), ZERO)
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
        least = component["amount"] if kind in ("FLAT", "MINIMUM") else component["minimum"] or ZERO
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
    return lines if len(lines) < 99 else short


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
    events, periods = proof.events, proof.bills[0].get("periods", [])
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


def check_chain_of_roots(bills, roots):
    first, before = roots[0] if roots else {"number": 1, "rootBefore": None}, None
    shown = {root["number"]: root["root"] for root in roots}
    for root in roots:
        number = root["number"]
        fields = {field: root[field] for field in root if field not in ("root", "otherChanges")}
        holds = root["root"] == "0x" + sha256(canonical({"version": 1, **fields}))
        own = root["subscriptionId"] == bills[0]["subscriptionId"] and (root["rootBefore"] is None) == (number == 1)
        next_ = before is None or (number, root["rootBefore"]) == (before["number"] + 1, before["root"])
        need(holds and own and next_, f"root {number} is not what its fields and the one before say")
        need(before is None or before["createdAt"] <= root["createdAt"], f"root {number} is older than the one before")
        before = root
    for place, bill in enumerate(bills):
        number, named = bill["usageRoot"].values() if bill["usageRoot"] else (0, None)
        need(place > 1 or not number or number in shown, f"root {number} is not there")
        told = first["rootBefore"] if number == first["number"] - 1 else shown.get(number, named)
        need(not number or told == named, f"root {number} is not the one that a bill names")
    return shown


def check_roots(proof):
    """usage roots go on from each other and contain the usage events, and none was voided before the bill"""
    bill = proof.bills[0]
    if bill["usage"] is None or not (bill["usageRoot"] or any(period["totals"] for period in bill["periods"])):
        return
    if proof.roots is None or proof.events is None:
        yield "the file has no usage roots"
        return
    roots = [known(root, ROOT, "a usage root") for root in proof.roots]
    shown, own = check_chain_of_roots(proof.bills, roots), {}
    for event in proof.events:
        own.setdefault(proof.rooted[event[2]], set()).add("0x" + tree([event])[0])
    without, named = own.pop(None, ()), bill["usageRoot"]["number"] if bill["usageRoot"] else 0
    need(set(own) <= set(shown), "a root that contains usage of the bill is not there")
    before, places, unknown = set(), {}, []
    for root in roots:
        number, others = root["number"], root["otherChanges"]
        may_void = root["voidCount"] > 0 and min(own, default=named + 1) <= number <= named
        unknown += [number] if others is None and (number in own or may_void) else []
        changes = sorted(own.get(number, set()) | set(others or []))
        need(all(places.setdefault(change, number) == number for change in changes), "a change is in two roots")
        before |= set(others or []) if number <= named else set()
        if others is None:
            continue
        joined = bytes.fromhex("".join(change[2:] for change in changes))
        counts = len(own.get(number, ())) <= root["eventCount"] == len(changes) - root["voidCount"]
        same = root["changesHash"] == "0x" + hashlib.sha256(joined).hexdigest()
        need(same and counts, f"root {number} contains other usage")
    voided = [key for _, _, key in proof.events if before and "0x" + sha256(f"void\n{key}") in before]
    need(not voided, f"the event {voided[:1]} was voided before the bill")
    if unknown or without:
        yield f"{len(without)} usage events are in no root" if without else f"root {unknown[0]} contains other usage"


def check_prices(proof):
    """each period costs its charge by the rate card, less what is prepaid"""
    for bill in proof.bills:
        for period in bill.get("periods", []):
            at = f"bill {bill['invoiceId']}, period from {period['from']}"
            if period["rateCardHash"] is None and period["charge"] is None:
                continue
            card = proof.cards.get(period["rateCardHash"])
            need(card, f"{at}: its rate card is not in the file")
            price = sum(amount for _, _, amount in rate(card, period["totals"])) - (period["prepaid"] or ZERO)
            need(period["charge"] == price, f"{at}: charge {period['charge']}, by the card {price}")
    yield from ()


def changes(bill):
    """What the periods of a bill cost, less what they cost before."""
    return sum(((one["charge"] or ZERO) - (one["chargeBefore"] or ZERO) for one in bill["periods"]), ZERO)


def check_amount(proof):
    """the amount is what was charged, less what was billed"""
    bill = proof.bills[0]
    if bill["usage"] is None:
        yield "it bills no measured usage"
    elif bill["charged"] is None:
        yield "the seller says what it costs"
    elif bill["amount"] != bill["charged"] - bill["billed"]:
        yield f"the seller set the amount; by the card {bill['charged'] - bill['billed']} is due"


def check_lines(proof):
    """the lines are those of the rate card"""
    bill = proof.bills[0]
    own = bill["periods"][-1] if bill["usage"] else {"rateCardHash": None}
    if not bill["lines"] or own["rateCardHash"] not in proof.cards:
        return
    if bill["amount"] != bill["charged"] - bill["billed"]:
        return
    expected = [lines_of(proof.cards[own["rateCardHash"]], own["totals"])]
    expected[0] += [("Prepaid usage", ONE, -own["prepaid"], -own["prepaid"])] if own["prepaid"] else []
    expected += [[]] if own["chargeBefore"] is not None else []
    for lines in expected:
        rest = bill["amount"] - sum(line[3] for line in lines)
        lines += [("Changes to earlier periods", ONE, rest, rest)] if rest else []
    if [tuple(line[field] for field in LINE) for line in bill["lines"]] not in expected:
        yield "the seller wrote the lines"


def check_alone(bill):
    """Checks a bill by itself."""
    at, number, periods = f"bill {bill['invoiceId']}", bill["billNumber"], bill["periods"]
    for one, after in zip(periods, [*periods[1:], {"from": "9999"}]):
        need(one["from"] < (one["to"] or "9999") <= after["from"], f"{at}: the periods overlap")
        prefixes = {total["prefix"] for total in one["totals"]}
        need(len(prefixes) == len(one["totals"]), f"{at}: a prefix is there twice")
    need((bill["periodStart"] or "") <= (bill["periodEnd"] or "9999"), f"{at}: it ends before it begins")
    need((bill["billBefore"] is None) == (number in (None, 1)), f"{at}: number {number} and a bill before do not fit")
    need(number is None or bill["periodStart"] == periods[-1]["from"], f"{at}: it is not of its last period")
    need(number is None or bill["charged"] is not None, f"{at}: it has no price")
    if bill["charged"] is None:
        return
    need(all(one["charge"] is not None for one in periods), f"{at}: a period has no price")
    fresh = all(one["chargeBefore"] is None for one in periods)
    first = fresh and (bill["charged"], bill["billed"]) == (changes(bill), 0)
    need(bill["billBefore"] is not None or first, f"{at}: it counts an earlier one, and there is none")
    due = bill["charged"] - bill["billed"]
    need(number is None or bill["amount"] <= due, f"{at}: the amount is {bill['amount']}, but {due} is due")


def check_after(bill, before, cards):
    """Checks that a bill follows from those before it, of which the newest is first."""
    at, last = f"bill {bill['invoiceId']}", before[0]
    need(last["billNumber"] and last["billNumber"] < bill["billNumber"], f"{at}: its number is not larger")
    same = bill["subscriptionId"] and all(last[name] == bill[name] for name in ("subscriptionId", "serviceId"))
    need(same, f"{at}: the bill before is of another subscription")
    need(bill["invoiceId"] not in [one["invoiceId"] for one in before], f"{at}: its invoice has an earlier bill")
    root, older = bill["usageRoot"], last["usageRoot"]
    goes_on = older is None or root and (root["number"] > older["number"] or root == older)
    need(goes_on, f"{at}: its usage root does not go on from the one before")
    earlier = [period for one in before for period in one["periods"]]
    for period in bill["periods"]:
        here = f"{at}, period from {period['from']}"
        known = [one for one in earlier if one["from"] == period["from"]]
        if known or before[-1]["billNumber"] == 1:
            said = known[0]["charge"] if known else None
            need(period["chargeBefore"] == said, f"{here}: chargeBefore is {period['chargeBefore']}, not {said}")
        need(all(one["rateCardHash"] == period["rateCardHash"] for one in known), f"{here}: another rate card")
        for one in earlier:
            apart = period["from"] >= (one["to"] or "9999") or one["from"] >= (period["to"] or "9999")
            need(one in known or apart, f"{here}: it overlaps one of an earlier bill")
        old = not known and before[-1]["billNumber"] == 1 and period["from"] < last["periodStart"]
        fees = sum(amount for _, _, amount in rate(cards.get(period["rateCardHash"], []), []))
        need(not (old and fees), f"{here}: it costs something without usage, and no earlier bill has it")
    charged = last["charged"] + changes(bill)
    need(bill["charged"] == charged, f"{at}: charged is {bill['charged']}, by the bill before {charged}")
    asked = before[-1]["billed"] + sum(one["amount"] for one in before)
    need(bill["billed"] <= asked, f"{at}: it counts {bill['billed']} as billed, and {asked} was")


def check_chain(proof):
    """each bill holds by itself, and follows from those before it"""
    bills = list(takewhile(lambda bill: bill["usage"], proof.bills))  # Without usage, a bill names none before it.
    for newer, older in zip(bills, proof.bills[1:]):
        need(newer["billBefore"] == older["hash"], f"the bill before {newer['invoiceId']} is not {older['hash']}")
    for bill in bills[::-1]:
        check_alone(bill)
    for place in reversed(range(len(bills) - 1)):
        check_after(bills[place], bills[place + 1 :], proof.cards)
    if not bills or bills[0]["billNumber"] is None:
        return
    asked = bills[-1]["billed"] + sum(bill["amount"] for bill in bills[1:])
    if bills[-1]["billNumber"] != 1:
        yield f"the bills before number {bills[-1]['billNumber']} are not in the file"
    elif bills[0]["billed"] < asked:
        yield f"{bills[0]['billed']} of {asked} is counted as billed; the rest was credited, voided or not paid in time"
    elif bills[0]["billNumber"] != len(bills):
        yield "a number before it is of no bill; a credit of usage has it"


def check_payment(proof):
    """the hash is the bill's, and the payment names it, the invoice and the amount"""
    bill = proof.bills[0]
    need(bill["hash"] == proof.hash, f"the bill's hash is {bill['hash']}, not {proof.hash}")
    if proof.paid is None:
        yield "the invoice is not paid"
        return
    invoice, due = keccak256(bill["invoiceId"].encode()), (bill["amount"] - proof.credited - proof.prepaid).scaleb(6)
    need(proof.paid["invoiceHash"] == invoice, "the payment names another invoice")
    need(due >= 0 and proof.paid["amount"] == due, f"the payment is of {proof.paid['amount']} units, not of {due:f}")
    if proof.paid["referenceHash"] != bill["hash"]:
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
    topics = [keccak256(SIGNATURE), event["referenceHash"], event["invoiceHash"], "0x" + word(event["payer"])]
    expected = [text.lower() for text in (paid["contract"], *topics, "0x" + data)]
    for one, other in zip_longest(found, expected):
        need(one == other, f"the log {paid['logIndex']} of the transaction has {one}, not {other}")


CHECKS = (check_sum, check_chain, check_usage, check_roots, check_prices, check_amount, check_lines, check_payment,
          check_receipt)


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
        first = {result: words for result, words in reversed(results[: len(CHECKS) - 1] if unasked else results)}
        verdict = (f"Not verified: {first['FAIL']}" if "FAIL" in first
                   else f"Not verified completely: {first['open']}" if "open" in first else "Verified")
        lines = [f"{result:5} {words}" for result, words in results] + [verdict]
        print("\n".join("".join(c if c.isprintable() else "?" for c in line) for line in lines))
        codes.append(1 if "FAIL" in first else 2 if "open" in first else 0)
    sys.exit(1 if 1 in codes else max(codes))


if __name__ == "__main__":
    main()
