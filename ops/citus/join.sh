#!/bin/sh
# Joins Postgres servers with Citus to one cluster: sh join.sh <coordinator's host:port> <worker's host:port>...
# PGUSER, PGPASSWORD and PGDATABASE are those of every server. It can be repeated: what is done is kept.
set -eu
if [ $# -lt 2 ]; then
  echo "Usage: sh join.sh <coordinator's host:port> <worker's host:port>..." >&2
  exit 2
fi
[ -n "${PGPASSWORD-}" ] || PGPASSWORD=$(cat /run/secrets/database-password)
export PGPASSWORD

# Runs the SQL of standard input on a server.
on() {
  psql --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 --host="${1%:*}" --port="${1##*:}" \
    --variable=user="$PGUSER" --variable=login="password=$PGPASSWORD" --output=/dev/null
}

for node in "$@"; do
  tries=1
  until on "$node" < /dev/null; do
    [ $tries -lt 60 ] || exit 1
    tries=$((tries + 1))
    sleep 1
  done
  # Each server logs in to the others. Where Postgres lets only listed libraries decode the log, Citus is one of them:
  # it moves rows that way.
  on "$node" << 'SQL'
CREATE EXTENSION IF NOT EXISTS citus;
INSERT INTO pg_dist_authinfo VALUES (0, :'user', :'login') ON CONFLICT (rolename, nodeid) DO UPDATE SET authinfo = excluded.authinfo;
SELECT 'ALTER SYSTEM SET output_plugin_libraries = ''pgoutput'', ''citus''' FROM pg_settings
 WHERE name = 'output_plugin_libraries' \gexec
SELECT pg_reload_conf();
SQL
done

coordinator=$1
shift
echo "SELECT citus_set_coordinator_host('${coordinator%:*}', ${coordinator##*:})" | on "$coordinator"
for worker in "$@"; do
  echo "SELECT citus_add_node('${worker%:*}', ${worker##*:})" | on "$coordinator"
done
echo "Joined $# workers to $coordinator."
