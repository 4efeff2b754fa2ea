# The shell of the pages in docs/. Source it in the clone in which `usance dev` runs, or set USANCE_URL and USANCE_API_KEY.

API=${USANCE_URL:-http://127.0.0.1:3000}/api/v1
KEY=${USANCE_API_KEY:-$(cat .data/api-key)}

# call PATH [BODY [METHOD]]: calls the API. With a body the method is POST, and otherwise GET.
call() {
  curl -s "$API$1" -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' ${2:+"-d$2"} ${3:+"-X$3"}
}

# field NAME: shows a response, and returns one of its fields, such as invoice.id.
field() {
  node -e '
    const response = JSON.parse(fs.readFileSync(0, "utf8"));
    console.error(JSON.stringify(response, null, 2));
    const value = process.argv[1].split(".").reduce((part, name) => part?.[name], response);
    if (value === undefined) process.exit(1);
    console.log(value);
  ' "$1"
}

# subscribe: creates a service, a plan and a subscription, and sets SERVICE, PLAN, SUBSCRIPTION and SUBSCRIBER (a user's id).
# USED has these ids as fields of a usage event, and BILLED as those of an invoice.
subscribe() {
  SERVICE=$(call /services '{"name": "Weather API", "status": "ACTIVE", "owner": {"email": "seller@example.com"},
    "payoutAddress": "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"}' | field service.id)
  PLAN=$(call "/services/$SERVICE/plans" '{"name": "Pay as you go", "pricingType": "USAGE_BASED",
    "billingInterval": "MONTH", "amount": "0.0025", "unit": "request"}' | field plan.id)
  CHECKOUT_SESSION=$(call /checkout-sessions "{\"serviceId\": \"$SERVICE\", \"paymentPlanId\": \"$PLAN\"}" \
    | field checkoutSession.id)
  SUBSCRIPTION=$(call "/checkout-sessions/$CHECKOUT_SESSION/complete" '{"user": {"email": "pat@example.com"}}' \
    | field checkoutSession.subscriptions.0.id)
  SUBSCRIBER=$(call "/subscriptions/$SUBSCRIPTION" | field subscription.userId)
  USED="\"serviceId\": \"$SERVICE\", \"subscriptionId\": \"$SUBSCRIPTION\", \"userId\": \"$SUBSCRIBER\""
  BILLED="$USED, \"paymentPlanId\": \"$PLAN\""
}

# settle INVOICE: records a payment of the invoice that was made elsewhere.
settle() {
  call /settlements "{\"invoiceId\": \"$1\", \"referenceHash\": \"0x$(openssl rand -hex 32)\",
    \"payerAddress\": \"0x70997970C51812dc3A010C7d01b50e0d17dc79C8\",
    \"merchantAddress\": \"0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC\"}"
}
