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
	notificationbridge "sellingassistant/adapters/bridge/notification"
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
		as[ports.Events](notificationstore.NewEvents),
		as[ports.Subscriptions](notificationstore.NewSubscriptions),
		method(notices.NewReader, func(v notices.Reader) ports.Reader { return v.Read }),
		as[ports.Handler](notificationbridge.NewSyncEvents),
		method(notificationbridge.NewPace, func(v *notificationbridge.Pace) ports.Pace { return v.Fast }),
		as[ports.Watch](queue.NewWatch),
		notificationbridge.NewEvents,
		newQueueAddress, newSource, newSubscriber, notification.NewIntake, notification.NewSubscriptions,
		fx.Annotate(newIntakeJob, fx.ResultTags(`group:"jobs"`)),
		fx.Annotate(newFirstCheck, fx.ResultTags(`group:"jobs"`)),
	),
	periodic(jobs.Periodic{Kind: "notification.sweep", Every: time.Hour}, 10*time.Minute,
		func(ctx context.Context, in *notification.Intake, _ *zap.Logger) error {
			_, err := in.Sweep(ctx)
			return err
		}),
	periodic(jobs.Periodic{Kind: subscriptionCheckKind, Every: 24 * time.Hour}, time.Hour, checkSubscriptions),
	jobHandler((*notification.Subscriptions).SubscribeHandler),
)

// queueAddress may be nil: then no notifications are received.
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
		return queue.NewLocal(), nil // without a configured queue: stays empty
	}
	return queue.OpenSQS(context.Background(), *a)
}

func newSubscriber(c *spapi.Client, a queueAddress) ports.Subscriber {
	if a == nil {
		return notices.NewSubscriber(c, "")
	}
	return notices.NewSubscriber(c, a.ARN)
}

// receivers bounds the messages that may wait for the database at once.
const receivers = 16

// newIntakeJob receives notifications as soon as the database can store them.
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

const (
	subscriptionCheckKind = "notification.check_subscriptions"
	// subscriptionsFirst delays the check of subscriptions after the start of a process, because
	// its settings may name another queue.
	subscriptionsFirst = time.Minute
)

// subscriptionParts lists the parts of a check of subscriptions.
type subscriptionParts struct {
	fx.In
	Address       queueAddress
	Subscriptions *notification.Subscriptions
}

// checkSubscriptions restores lost subscriptions.
func checkSubscriptions(ctx context.Context, p subscriptionParts, log *zap.Logger) error {
	if p.Address == nil {
		return nil
	}
	done, err := p.Subscriptions.Check(ctx)
	log.Info("subscriptions were checked",
		zap.Int("kept", done.Kept), zap.Int("recreated", done.Recreated), zap.Int("added", done.Added),
		zap.Int("ended", done.Ended))
	return err
}

// newFirstCheck requests a check after the start. Processes that start together request the same
// one.
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
