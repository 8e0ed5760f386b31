#!/usr/bin/env bash
# Three processes that serve and one that works, behind PgBouncer in transaction mode: kills one
# after another under load, and Redis meanwhile. Flags go to go test, such as -count=10.
set -euo pipefail
cd "$(dirname "$0")/.."
exec scripts/test.sh -long -run '^(TestClusterLosesNothing|TestClusterWithoutRedis)$' "$@" ./test/e2e
