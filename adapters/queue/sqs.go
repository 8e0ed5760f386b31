// Package queue receives the messages that the marketplace sends.
//
// It calls Amazon's queue service with its own small client: a receiver requests ten messages at a
// time, processes them and deletes them in one call. A library that fetches ahead would keep
// messages in memory beyond the minute for which they are hidden from other receivers.
package queue

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"
	"github.com/aws/smithy-go/logging"

	"sellingassistant/ports/notification"
)

const (
	// batch bounds the messages that the service gives and takes at once.
	batch = 10
	// longPoll has the seconds that it waits for the first message.
	longPoll = 20
	// hidden has the seconds for which a received message is hidden from others.
	hidden = 60
	// callTimeout bounds a call beyond the long poll.
	callTimeout = 10 * time.Second
	callTries   = 3
	// kept bounds the idle connections for the receivers' next calls. A process has fewer
	// receivers; with less, most of them would connect anew each time.
	kept = 32
)

// SQS has a queue of Amazon's queue service.
type SQS struct {
	client *sqs.Client
	url    string
}

// OpenSQS returns a receiver. It makes no call. Without an access key in the address, the key comes
// from the usual places of programs for AWS.
func OpenSQS(ctx context.Context, a Address) (*SQS, error) {
	// The errors have all details, and the program logs them in its own form.
	options := []func(*config.LoadOptions) error{config.WithRegion(a.Region), config.WithLogger(logging.Nop{})}
	if a.KeyID != "" {
		options = append(options, config.WithCredentialsProvider(
			credentials.NewStaticCredentialsProvider(a.KeyID, a.Key.Reveal(), "")))
	}
	cfg, err := config.LoadDefaultConfig(ctx, options...)
	if err != nil {
		return nil, fmt.Errorf("open the notification queue: %w", err)
	}
	client := sqs.NewFromConfig(cfg, func(o *sqs.Options) {
		o.BaseEndpoint = aws.String(a.Endpoint)
		o.HTTPClient = &http.Client{Timeout: longPoll*time.Second + callTimeout, Transport: transport()}
		o.Retryer = retry.NewStandard(func(r *retry.StandardOptions) { r.MaxAttempts = callTries })
	})
	return &SQS{client, a.URL}, nil
}

func transport() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConns, t.MaxIdleConnsPerHost = kept, kept
	return t
}

func (q *SQS) Receive(ctx context.Context) ([]notification.Message, error) {
	out, err := q.client.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{
		QueueUrl: &q.url, MaxNumberOfMessages: batch, WaitTimeSeconds: longPoll, VisibilityTimeout: hidden,
		MessageSystemAttributeNames: []types.MessageSystemAttributeName{types.MessageSystemAttributeNameApproximateReceiveCount},
	})
	if err != nil {
		return nil, fmt.Errorf("receive notifications: %w", err)
	}
	messages := make([]notification.Message, len(out.Messages))
	for i, m := range out.Messages {
		tries, err := strconv.Atoi(m.Attributes[string(types.MessageSystemAttributeNameApproximateReceiveCount)])
		if err != nil {
			tries = 1
		}
		messages[i] = notification.Message{Handle: aws.ToString(m.ReceiptHandle), Body: []byte(aws.ToString(m.Body)), Tries: tries}
	}
	return messages, nil
}

func (q *SQS) Ack(ctx context.Context, messages ...notification.Message) error {
	entries := make([]types.DeleteMessageBatchRequestEntry, len(messages))
	for i, m := range messages {
		entries[i] = types.DeleteMessageBatchRequestEntry{Id: entryID(i), ReceiptHandle: aws.String(m.Handle)}
	}
	for len(entries) > 0 {
		n := min(batch, len(entries))
		out, err := q.client.DeleteMessageBatch(ctx, &sqs.DeleteMessageBatchInput{QueueUrl: &q.url, Entries: entries[:n]})
		if err != nil {
			return fmt.Errorf("delete notifications: %w", err)
		}
		if err := refused("delete notifications", out.Failed); err != nil {
			return err
		}
		entries = entries[n:]
	}
	return nil
}

func (q *SQS) Nack(ctx context.Context, after time.Duration, messages ...notification.Message) error {
	entries := make([]types.ChangeMessageVisibilityBatchRequestEntry, len(messages))
	for i, m := range messages {
		entries[i] = types.ChangeMessageVisibilityBatchRequestEntry{
			Id: entryID(i), ReceiptHandle: aws.String(m.Handle), VisibilityTimeout: int32(after / time.Second),
		}
	}
	for len(entries) > 0 {
		n := min(batch, len(entries))
		out, err := q.client.ChangeMessageVisibilityBatch(ctx, &sqs.ChangeMessageVisibilityBatchInput{QueueUrl: &q.url, Entries: entries[:n]})
		if err != nil {
			return fmt.Errorf("give notifications back: %w", err)
		}
		if err := refused("give notifications back", out.Failed); err != nil {
			return err
		}
		entries = entries[n:]
	}
	return nil
}

// Check changes the visibility of a message that does not exist. So it changes nothing, and needs
// only a permission that receivers need too.
func (q *SQS) Check(ctx context.Context) error {
	err := q.Nack(ctx, time.Second, notification.Message{Handle: "check"})
	if err != nil && !strings.Contains(err.Error(), "ReceiptHandleIsInvalid") {
		return err
	}
	return nil
}

func entryID(i int) *string { return aws.String(strconv.Itoa(i)) }

// refused joins the entries that the service refused. They come again after a minute, and are known
// by then.
func refused(what string, failed []types.BatchResultErrorEntry) error {
	var errs []error
	for _, f := range failed {
		errs = append(errs, fmt.Errorf("%s: %s %s", what, aws.ToString(f.Code), aws.ToString(f.Message)))
	}
	return errors.Join(errs...)
}
