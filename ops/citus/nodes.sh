#!/bin/sh
# Joins the nodes of ops/citus/compose.yaml into one cluster: run once, after `docker compose up`. It can be repeated.
set -eu
cd "$(dirname "$0")"
on() { docker compose exec -T "$1" psql -v ON_ERROR_STOP=1 -U usance -d usance -qAt -c "$2"; }
for node in coordinator worker-1 worker-2; do on "$node" "CREATE EXTENSION IF NOT EXISTS citus"; done
on coordinator "SELECT citus_set_coordinator_host('coordinator', 5432)"
for node in worker-1 worker-2; do on coordinator "SELECT citus_add_node('$node', 5432)"; done
