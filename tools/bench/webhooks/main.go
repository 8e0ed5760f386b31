// Command webhooks measures how soon receivers get events: 500 events a second to 50 endpoints. One
// receiver never answers. It prints figures; its exit code does not depend on them.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"sellingassistant/tools/bench/stage"
)

type options struct {
	rate, teams int
	during      time.Duration
	workers     int
	dead, alone bool
	expire      int
}

// perTeam has the endpoints of a team.
const perTeam = 5

func main() {
	var o options
	flag.IntVar(&o.rate, "rate", 500, "events in a second")
	flag.IntVar(&o.teams, "teams", 10, "teams, each with five endpoints")
	flag.DurationVar(&o.during, "for", 30*time.Second, "time in which events happen")
	flag.IntVar(&o.workers, "workers", 4, "jobs that run at once")
	flag.BoolVar(&o.dead, "dead", true, "whether one endpoint never answers")
	flag.BoolVar(&o.alone, "alone", false, "commit the events without delivering them")
	flag.IntVar(&o.expire, "expire", 0, "measure the deletion of so many old events instead")
	on := flag.String("store", "sqlite,postgres", "databases to measure on")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := stage.Each(ctx, *on, func(ctx context.Context, at stage.Stage) error {
		if o.expire > 0 {
			fmt.Printf("%s, %d old events with a delivery and a call each\n", at.Kind, o.expire)
			return expire(ctx, at.Store, o.expire)
		}
		fmt.Printf("%s, %d events/s for %s to %d endpoints\n", at.Kind, o.rate, o.during, o.teams*perTeam)
		return measure(ctx, at.Store, o)
	})
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "webhooks:", err)
		os.Exit(1)
	}
}
