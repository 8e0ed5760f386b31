#!/usr/bin/env bash
# Restores a backup made under load, on both databases, and compares every answer. Moves a team
# from SQLite to Postgres and compares the same. Flags go to go test, such as -count=10.
set -euo pipefail
cd "$(dirname "$0")/.."
exec scripts/test.sh -long -run '^(TestRestoreDrill|TestEveryAnswerOfATeamMoves)$' "$@" ./test/e2e
