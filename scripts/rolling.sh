#!/usr/bin/env bash
# Upgrades under load, as make test-long does too: an old and a new version serve one database, and
# no call may fail. Flags go to go test, such as -count=10.
set -euo pipefail
cd "$(dirname "$0")/.."
exec scripts/test.sh -long -run '^(TestOldAndNewSideBySide|TestAnOldVersionRefusesAContractedDatabase)$' "$@" ./test/e2e
