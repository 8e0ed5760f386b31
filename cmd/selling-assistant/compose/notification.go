package compose

import (
	"context"
	"fmt"
	"sync"
	"time"

	"go.uber.org/fx"
	"go.uber.org/zap"

	"sellingassistant/adapters/amazon/notices"
	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/adapters/bridge"
	notificationstore "sellingassistant/adapters/persistence/notification"
	"sellingassistant/adapters/queue"
	"sellingassistant/app/notification"
	"sellingassistant/config"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/jobs"
	ports "sellingassistant/ports/notification"
)

var notificationModule = fx.Module("notification",
	fx.Provide(
		fx.Annotate(notificationstore.NewEvents, fx.As(new(ports.Events))),
		fx.Annotate(notificationstore.NewSubscriptions, fx.As(new(ports.Subscriptions))),
		fx.Annotate(notices.NewReader, fx.As(new(ports.Reader))),
		bridge.NewEvents,
		fx.Annotate(bridge.NewSyncEvents, fx.As(new(ports.Handler))),
		fx.Annotate(bridge.NewPace, fx.As(new(ports.Pace))),
		fx.Annotate(queue.NewWatch, fx.As(new(ports.Watch))),
		newQueueAddress, newSource, newSubscriber, notification.NewIntake, notification.NewSubscriptions,
		fx.Annotate(newIntakeJob, fx.ResultTags(`group:"jobs"`)),
		fx.Annotate(newFirstCheck, fx.ResultTags(`group:"jobs"`)),
	),
	jobHandler(newNotificationSweep),
	jobHandler(newSubscriptionCheck),
	periodicJob(func() jobs.Periodic { return jobs.Periodic{Kind: notificationSweepKind, Every: time.Hour} }),
	periodicJob(func() jobs.Periodic { return jobs.Periodic{Kind: subscriptionCheckKind, Every: 24 * time.Hour} }),
	jobHandler((*notification.Subscriptions).SubscribeHandler),
)

// queueAddress is nil where no notifications are received.
type queueAddress *queue.Address

func newQueueAddress(cfg config.Config) (queueAddress, error) {
	if cfg.Amazon.NotificationsURL.Empty() {
		return nil, nil
	}
	a, err := queue.ParseAddress(cfg.Amazon.NotificationsURL)
	if err != nil {
		return nil, fmt.Errorf("SA_NOTIFICATIONS_URL %w", err)
	}
	if cfg.Amazon.NotificationsARN != "" {
		a.ARN = cfg.Amazon.NotificationsARN
	}
	return &a, nil
}

func newSource(a queueAddress) (ports.Source, error) {
	if a == nil {
		return queue.NewLocal(), nil // nobody sends
	}
	return queue.OpenSQS(context.Background(), *a)
}

func newSubscriber(c *spapi.Client, a queueAddress) ports.Subscriber {
	if a == nil {
		return notices.NewSubscriber(c, "")
	}
	return notices.NewSubscriber(c, a.ARN)
}

const (
	// receivers is how many messages' stores may wait for the database at once.
	receivers = 16
	// firstPause and longestPause bound the wait after a failure.
	firstPause   = time.Second
	longestPause = 30 * time.Second
)

// newIntakeJob takes notifications in, as soon as the database can keep them.
func newIntakeJob(a queueAddress, in *notification.Intake, ready readiness, log *zap.Logger) job {
	return func(ctx context.Context) {
		if a == nil {
			return
		}
		if !untilNoError(ctx, log, "notifications wait for the database", ready) {
			return
		}
		var all sync.WaitGroup
		for range receivers {
			all.Go(func() {
				for untilNoError(ctx, log, "notifications were not taken in", in.Take) {
				}
			})
		}
		all.Wait()
	}
}

// untilNoError calls do until it succeeds, with growing pauses, and reports
// false when ctx ends first.
func untilNoError(ctx context.Context, log *zap.Logger, what string, do func(context.Context) error) bool {
	pause := firstPause
	for {
		err := do(ctx)
		if ctx.Err() != nil {
			return false
		}
		if err == nil {
			return true
		}
		log.Warn(what, zap.Error(err))
		if !clock.Rest(ctx, pause) {
			return false
		}
		pause = min(2*pause, longestPause)
	}
}

const (
	notificationSweepKind = "notification.sweep"
	subscriptionCheckKind = "notification.check_subscriptions"
	// subscriptionsFirst is when after the start of a process, whose settings
	// may name another queue, the subscriptions are checked.
	subscriptionsFirst = time.Minute
)

// newNotificationSweep forgets old ids.
func newNotificationSweep(in *notification.Intake) jobs.Handler {
	return jobs.Handler{Kind: notificationSweepKind, Timeout: 10 * time.Minute, Run: func(ctx context.Context, _ jobs.Job) error {
		_, err := in.Sweep(ctx)
		return err
	}}
}

// newSubscriptionCheck brings back subscriptions that are gone.
func newSubscriptionCheck(a queueAddress, s *notification.Subscriptions, log *zap.Logger) jobs.Handler {
	return jobs.Handler{Kind: subscriptionCheckKind, Timeout: time.Hour, Run: func(ctx context.Context, _ jobs.Job) error {
		if a == nil {
			return nil
		}
		done, err := s.Check(ctx)
		log.Info("subscriptions were checked",
			zap.Int("kept", done.Kept), zap.Int("recreated", done.Recreated), zap.Int("added", done.Added),
			zap.Int("ended", done.Ended))
		return err
	}}
}

// newFirstCheck asks for a check after the start. Processes that start together
// ask for the same one.
func newFirstCheck(a queueAddress, q jobs.Queue, c clock.Clock, ready readiness, log *zap.Logger) job {
	return func(ctx context.Context) {
		if a == nil || !untilNoError(ctx, log, "subscriptions wait for the database", ready) {
			return
		}
		untilNoError(ctx, log, "the check of subscriptions was not enqueued", func(ctx context.Context) error {
			_, err := q.Enqueue(ctx, jobs.Request{Kind: subscriptionCheckKind, Unique: "start", At: c.Now().Add(subscriptionsFirst)})
			return err
		})
	}
}
