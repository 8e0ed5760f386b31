// Package jobs queues background jobs in the program's own database. It builds on River, which
// claims, repeats, delays and cleans up.
//
// River talks to both databases over the connections of the store. On Postgres its statements name
// their query mode (postgres.go), so they are prepared although the pool's default is not. On
// SQLite they use the only connection that can write (sqlite.go). On either a request joins the
// transaction of its context.
//
// Three problems that River solves late or not at all are solved here. A dead process is noticed
// within seconds instead of an hour (watch.go). A running job can be cancelled on either database
// (watch.go). Schedules survive a restart (schedule.go).
package jobs
