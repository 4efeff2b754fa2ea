#!/bin/sh
# Creates the secrets and settings of compose.production.yaml. What exists already is kept.
set -eu
if [ $# -ne 2 ]; then
  echo "Usage: sh ops/compose/init.sh <host name of the service> <URL of the chain's node>" >&2
  exit 2
fi
umask 077
cd "$(dirname "$0")"
mkdir -p secrets

# Only the owner can enter the folder. The files are readable to all, since the container's user is not their owner.
secret() {
  [ -s "secrets/$1" ] || printf '%s\n' "$2" > "secrets/$1"
  chmod 444 "secrets/$1"
}
secret database-password "$(openssl rand -hex 24)"
secret database-url "postgres://usance:$(cat secrets/database-password)@database:5432/usance"
secret rpc-url "$2"
secret signer-key "0x$(openssl rand -hex 32)"
secret webhook-secrets-key "$(openssl rand -hex 32)"

[ -s usance.env ] || echo "CHECKOUT_URL=https://$1/checkout" > usance.env
# From here on, `docker compose` in this clone means production.
[ -s ../../.env ] || printf 'COMPOSE_FILE=compose.yaml:compose.production.yaml\nUSANCE_HOST=%s\n' "$1" > ../../.env
