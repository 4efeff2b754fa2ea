import os
import secrets
from decimal import Decimal

from usance import Usance, UsanceError

usance = Usance(os.environ.get("USANCE_URL", "http://127.0.0.1:3000"), os.environ["USANCE_API_KEY"])

service = usance.post(
    "/services", {"name": "Weather API", "status": "ACTIVE", "owner": {"email": "seller@example.com"}}
)["service"]
plan = usance.post(
    f"/services/{service['id']}/plans",
    {"name": "Metered", "pricingType": "USAGE_BASED", "billingInterval": "MONTH", "amount": "0.0025"},
)["plan"]
sale = {"serviceId": service["id"], "paymentPlanId": plan["id"]}
session = usance.post("/checkout-sessions", sale)["checkoutSession"]
session = usance.post(
    f"/checkout-sessions/{session['id']}/complete", {"user": {"email": "pat@example.com"}}
)["checkoutSession"]
subscription = session["subscriptions"][0]

used = {"serviceId": service["id"], "subscriptionId": subscription["id"], "userId": subscription["userId"]}
for number in range(3):
    usance.post("/usage-events", {**used, "eventKey": f"request-{number}", "quantity": Decimal("250")})
quantity = sum(
    Decimal(event["quantity"])
    for event in usance.pages("/usage-events", "usageEvents", subscriptionId=subscription["id"], limit=2)
)

invoice = usance.post(
    "/invoices",
    {
        **sale,
        "userId": subscription["userId"],
        "subscriptionId": subscription["id"],
        "amount": quantity * Decimal(plan["amount"]),
        "status": "OPEN",
    },
)["invoice"]
payment = {
    "invoiceId": invoice["id"],
    "referenceHash": "0x" + secrets.token_hex(32),
    "payerAddress": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    "merchantAddress": "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
}
settlement = usance.post("/settlements", payment)["settlement"]
print(settlement["amount"], settlement["status"], settlement["invoice"]["status"])

try:
    usance.post("/usage-events", {**used, "eventKey": "request-0", "quantity": 250})
except UsanceError as error:
    print(error.status, error.code)
