package compose

import (
	"context"
	"fmt"
	"sync"
	"time"

	"go.uber.org/fx"
	"go.uber.org/zap"

	"sellingassistant/adapters/amazon"
	"sellingassistant/adapters/bridge"
	notificationstore "sellingassistant/adapters/persistence/notification"
	"sellingassistant/adapters/queue"
	"sellingassistant/app/notification"
	"sellingassistant/config"
	ports "sellingassistant/ports/notification"
)

var notificationModule = fx.Module("notification",
	fx.Provide(
		fx.Annotate(notificationstore.NewEvents, fx.As(new(ports.Events))),
		fx.Annotate(notificationstore.NewSubscriptions, fx.As(new(ports.Subscriptions))),
		fx.Annotate(amazon.NewNotices, fx.As(new(ports.Reader))),
		fx.Annotate(bridge.NewEvents, fx.As(new(ports.Handler))),
		fx.Annotate(bridge.NewSubscribers, fx.As(new(ports.Accounts)), fx.As(new(ports.Pace))),
		fx.Annotate(queue.NewWatch, fx.As(new(ports.Watch))),
		newQueueAddress, newSource, newSubscriber, notification.NewIntake, notification.NewSubscriptions,
		fx.Annotate(newIntakeJob, fx.ResultTags(`group:"jobs"`)),
		fx.Annotate(newNotificationSweep, fx.ResultTags(`group:"jobs"`)),
		fx.Annotate(newSubscriptionCheck, fx.ResultTags(`group:"jobs"`)),
	),
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

func newSubscriber(c *amazon.Client, a queueAddress) ports.Subscriber {
	if a == nil {
		return amazon.NewSubscriber(c, "")
	}
	return amazon.NewSubscriber(c, a.ARN)
}

const (
	// receivers is how many messages' stores may wait for the database at once.
	receivers = 4
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
		if !waits(ctx, pause) {
			return false
		}
		pause = min(2*pause, longestPause)
	}
}

// waits reports false when ctx ends before the time is over.
func waits(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

const (
	notificationSweepEvery = time.Hour
	// subscriptionsFirst is when after the start the subscriptions are checked
	// for the first time.
	subscriptionsFirst = time.Minute
	subscriptionsEvery = 24 * time.Hour
)

// newNotificationSweep forgets old ids.
func newNotificationSweep(in *notification.Intake, log *zap.Logger) job {
	return func(ctx context.Context) {
		for waits(ctx, notificationSweepEvery) {
			if _, err := in.Sweep(ctx); err != nil {
				log.Warn("old notifications were not swept", zap.Error(err))
			}
		}
	}
}

// newSubscriptionCheck brings back subscriptions that are gone.
func newSubscriptionCheck(a queueAddress, s *notification.Subscriptions, log *zap.Logger) job {
	return func(ctx context.Context) {
		if a == nil {
			return
		}
		for ok := waits(ctx, subscriptionsFirst); ok; ok = waits(ctx, subscriptionsEvery) {
			done, err := s.Check(ctx)
			if err != nil {
				log.Warn("subscriptions were not all checked", zap.Error(err))
			}
			log.Info("subscriptions were checked",
				zap.Int("kept", done.Kept), zap.Int("recreated", done.Recreated), zap.Int("ended", done.Ended))
		}
	}
}
