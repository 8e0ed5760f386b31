// Package stored holds databases that earlier releases wrote, and tests that the program of this
// checkout reads them unchanged.
//
// A release is a folder of testdata: its databases for SQLite and Postgres, and what its own
// program answered about each. The tests open a copy, apply the migrations that were added since,
// ask the same operations at the time of the recording, and compare the answers member by member. A
// member that was added since is fine. A value that is missing or different fails with the
// operation and its pointer, unless it is listed as counted anew from what is stored (recounted).
//
// A recording is made in a clean checkout of the release, which needs the binaries of Postgres:
//
//	. scripts/flags.sh
//	go run ./tools/fixture -folder test/stored/testdata/RELEASE -commit $(git rev-parse HEAD)
//
// It runs `serve --demo`, makes records of the kinds that a demo lacks, leaves work waiting, cuts
// long tables, and asks everything. It fails if an operation is answered without a record. RELEASE
// is the day of the release. Each file has at most 1 MB. Recorded folders never change; a new kind
// of record is added to tools/fixture before the next release is recorded.
//
// A second group of tests finds the types that are stored as JSON and have no golden (test/golden).
package stored
