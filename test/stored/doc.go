// Package stored has databases that earlier releases wrote, and tests that the program of this
// checkout reads them unchanged.
//
// A release is a folder of testdata: its databases for SQLite and Postgres, and the answers of its
// own program about each. The tests open a copy, apply the migrations added since, and ask the same
// operations at the time of the recording. They compare the answers member by member. A member
// added since is allowed. A missing or different value fails with the operation and its pointer,
// unless it is listed as calculated again from stored values (recounted).
//
// A recording is made in a clean checkout of the release, which needs the binaries of Postgres:
//
//	. scripts/flags.sh
//	go run ./tools/fixture -folder test/stored/testdata/RELEASE -commit $(git rev-parse HEAD)
//
// It runs `serve --demo`, makes records of the kinds that a demo lacks, leaves jobs waiting,
// shortens long tables, and asks everything. It fails if an operation answers without a record.
// RELEASE is the day of the release. Each file has at most 1 MB. Recorded folders never change; add
// a new kind of record to tools/fixture before recording the next release.
//
// A second group of tests finds types stored as JSON without a golden (test/golden).
package stored
