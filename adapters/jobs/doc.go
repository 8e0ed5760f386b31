// Package jobs is the queue of background jobs in the program's own database,
// on top of River, which claims, repeats, delays and cleans up.
//
// River talks to both databases over the connections of the store. On Postgres
// its statements name the mode in which they go out, see postgres.go, so they
// are prepared although the pool's default is not; on SQLite they use the only
// connection that can write, see sqlite.go. A request joins the transaction of
// its context on either.
//
// Three things River has no answer to, or one that comes too late, are done
// here: a process that dies is noticed within seconds instead of an hour
// (watch.go), a job is cancelled while it runs on either database (watch.go),
// and schedules survive a restart (schedule.go).
package jobs
