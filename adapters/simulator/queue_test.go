package simulator_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"
	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
)

// queueClient makes the usual client of programs for AWS.
func queueClient(t *testing.T, m *simulator.Marketplace) (*sqs.Client, simulator.Addresses) {
	t.Helper()
	server, err := m.Listen("127.0.0.1:0", "")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, server.Close()) })
	return sqs.New(sqs.Options{
		Region: "us-east-1", BaseEndpoint: aws.String(strings.TrimSuffix(server.TokenURL, "/auth/o2/token")),
		Credentials:      credentials.NewStaticCredentialsProvider(simulator.QueueAccessKey, "any", ""),
		HTTPClient:       &http.Client{Transport: &http.Transport{DisableKeepAlives: true}},
		RetryMaxAttempts: 1,
	}), server.Addresses
}

// fill puts n test notifications into the queue.
func fill(t *testing.T, m *simulator.Marketplace, n int) {
	t.Helper()
	h := m.Handler()
	app := appToken(t, h)
	id := destinationOf(t, h, app)
	for range n {
		rec := serve(h, call(app, http.MethodPost, "/na/notifications/v1/subscriptions/LISTINGS_ITEM_STATUS_CHANGE/testNotification",
			`{"destinationId":"`+id+`","testNotification":{"payloadVersion":"1.0"}}`))
		require.Equal(t, 200, rec.Code, rec.Body)
	}
}

func TestQueueWithTheRealClient(t *testing.T) {
	m, _ := stopped(t, simulator.Config{Limits: simulator.Limits{Off: true}})
	client, at := queueClient(t, m)
	url := aws.String(at.QueueURL)
	ctx := t.Context()
	fill(t, m, 3)
	receive := func(most int32) []types.Message {
		out, err := client.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{
			QueueUrl: url, MaxNumberOfMessages: most, VisibilityTimeout: 60,
			MessageSystemAttributeNames: []types.MessageSystemAttributeName{"All"},
		})
		require.NoError(t, err)
		return out.Messages
	}
	first := receive(2)
	require.Len(t, first, 2)
	var body struct {
		NotificationType     string
		NotificationMetadata struct{ NotificationId string }
		Payload              struct{ Status []string }
	}
	require.NoError(t, json.Unmarshal([]byte(*first[0].Body), &body))
	require.Equal(t, "LISTINGS_ITEM_STATUS_CHANGE", body.NotificationType)
	require.Equal(t, []string{"BUYABLE", "DISCOVERABLE"}, body.Payload.Status)
	require.Len(t, body.NotificationMetadata.NotificationId, 36)
	require.Equal(t, "1", first[0].Attributes["ApproximateReceiveCount"])
	require.Len(t, receive(10), 1)
	require.Empty(t, receive(10))
	require.Equal(t, simulator.QueueState{InFlight: 3}, m.Notifications().Queues["notifications"])

	// Gives a message back, finishes a message, and lets a message run out of time.
	_, err := client.ChangeMessageVisibility(ctx, &sqs.ChangeMessageVisibilityInput{QueueUrl: url, ReceiptHandle: first[0].ReceiptHandle})
	require.NoError(t, err)
	deleted, err := client.DeleteMessageBatch(ctx, &sqs.DeleteMessageBatchInput{QueueUrl: url, Entries: []types.DeleteMessageBatchRequestEntry{
		{Id: aws.String("a"), ReceiptHandle: first[1].ReceiptHandle}, {Id: aws.String("b"), ReceiptHandle: aws.String("rubbish")},
	}})
	require.NoError(t, err)
	require.Equal(t, "a", *deleted.Successful[0].Id)
	require.Equal(t, "ReceiptHandleIsInvalid", *deleted.Failed[0].Code)
	again := receive(10)
	require.Len(t, again, 1)
	require.Equal(t, *first[0].MessageId, *again[0].MessageId)
	require.Equal(t, "2", again[0].Attributes["ApproximateReceiveCount"])
	m.Clock().Step(59 * time.Second)
	require.Empty(t, receive(10))
	m.Clock().Step(time.Second)
	late := receive(10)
	require.Len(t, late, 2)

	// An old receipt deletes nothing, and cannot hide the message.
	_, err = client.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: url, ReceiptHandle: first[0].ReceiptHandle})
	require.NoError(t, err)
	require.Equal(t, simulator.QueueState{InFlight: 2, Deleted: 1}, m.Notifications().Queues["notifications"])
	changed, err := client.ChangeMessageVisibilityBatch(ctx, &sqs.ChangeMessageVisibilityBatchInput{
		QueueUrl: url, Entries: []types.ChangeMessageVisibilityBatchRequestEntry{
			{Id: aws.String("0"), ReceiptHandle: late[0].ReceiptHandle, VisibilityTimeout: 0},
			{Id: aws.String("1"), ReceiptHandle: first[0].ReceiptHandle, VisibilityTimeout: 0},
		},
	})
	require.NoError(t, err)
	require.Len(t, changed.Successful, 1)
	require.Equal(t, "MessageNotInflight", *changed.Failed[0].Code)
	require.Equal(t, simulator.QueueState{Visible: 1, InFlight: 1, Deleted: 1}, m.Notifications().Queues["notifications"])
	require.Equal(t, 6, m.Counters()["ReceiveMessage"].Calls)
}

func TestQueueRefusals(t *testing.T) {
	m, h := stopped(t, simulator.Config{})
	client, at := queueClient(t, m)
	var gone *types.QueueDoesNotExist
	_, err := client.ReceiveMessage(t.Context(), &sqs.ReceiveMessageInput{QueueUrl: aws.String(at.QueueURL + "x")})
	require.ErrorAs(t, err, &gone)
	_, err = client.ReceiveMessage(t.Context(), &sqs.ReceiveMessageInput{QueueUrl: aws.String(at.QueueURL), MaxNumberOfMessages: 11})
	require.ErrorContains(t, err, "MaxNumberOfMessages must be 1 to 10")
	_, err = client.DeleteMessageBatch(t.Context(), &sqs.DeleteMessageBatchInput{QueueUrl: aws.String(at.QueueURL), Entries: make([]types.DeleteMessageBatchRequestEntry, 0)})
	require.Error(t, err)
	signed := "AWS4-HMAC-SHA256 Credential=" + simulator.QueueAccessKey + "/20261101/us-east-1/sqs/aws4_request"
	for name, c := range map[string]struct {
		target, authorization, body string
		status                      int
		code                        string
	}{
		"unsigned":  {"AmazonSQS.ReceiveMessage", "", `{}`, 403, "MissingAuthenticationToken"},
		"other key": {"AmazonSQS.ReceiveMessage", "AWS4-HMAC-SHA256 Credential=AKIAOTHER/x", `{}`, 403, "InvalidClientTokenId"},
		"unknown":   {"AmazonSQS.PurgeQueue", signed, `{}`, 400, "UnknownOperationException"},
		"no JSON":   {"AmazonSQS.ReceiveMessage", signed, `{`, 400, "SerializationException"},
		"wait":      {"AmazonSQS.ReceiveMessage", signed, `{"QueueUrl":"/queue/notifications","WaitTimeSeconds":21}`, 400, "InvalidParameterValue"},
		"hiding":    {"AmazonSQS.ReceiveMessage", signed, `{"QueueUrl":"/queue/notifications","VisibilityTimeout":43201}`, 400, "InvalidParameterValue"},
		"twice the same id": {"AmazonSQS.DeleteMessageBatch", signed,
			`{"QueueUrl":"/queue/notifications","Entries":[{"Id":"a","ReceiptHandle":"x"},{"Id":"a","ReceiptHandle":"y"}]}`, 400, "BatchEntryIdsNotDistinct"},
		"empty batch": {"AmazonSQS.ChangeMessageVisibilityBatch", signed, `{"QueueUrl":"/queue/notifications"}`, 400, "EmptyBatchRequest"},
	} {
		r := httptest.NewRequest(http.MethodPost, "/queue/notifications", strings.NewReader(c.body))
		r.Header.Set("X-Amz-Target", c.target)
		r.Header.Set("Authorization", c.authorization)
		rec := serve(h, r)
		require.Equal(t, c.status, rec.Code, name)
		require.Contains(t, rec.Body.String(), `"__type":"com.amazonaws.sqs#`+c.code+`"`, name)
		require.Equal(t, "application/x-amz-json-1.0", rec.Header().Get("Content-Type"), name)
	}
	m.Inject(simulator.Fault{Mode: simulator.Error503, Operation: "ReceiveMessage"})
	_, err = client.ReceiveMessage(t.Context(), &sqs.ReceiveMessageInput{QueueUrl: aws.String(at.QueueURL)})
	require.ErrorContains(t, err, "ServiceUnavailable")
}

func poll(ctx context.Context, h http.Handler, seconds string) string {
	r := httptest.NewRequest(http.MethodPost, "/queue/notifications", strings.NewReader(
		`{"QueueUrl":"/queue/notifications","WaitTimeSeconds":`+seconds+`}`)).WithContext(ctx)
	r.Header.Set("X-Amz-Target", "AmazonSQS.ReceiveMessage")
	r.Header.Set("Authorization", "AWS4-HMAC-SHA256 Credential="+simulator.QueueAccessKey+"/x")
	return serve(h, r).Body.String()
}

// A long poll waits in real time for messages that become visible on the simulated clock.
func TestLongPoll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := simulator.New(simulator.Config{Clock: simulator.NewClock(start, 0), Limits: simulator.Limits{Off: true}})
		h := m.Handler()
		begin := time.Now()
		require.Equal(t, "{}", poll(t.Context(), h, "20"))
		require.Equal(t, 20*time.Second, time.Since(begin))

		begin = time.Now()
		go func() {
			time.Sleep(7 * time.Second)
			fill(t, m, 1)
		}()
		require.Contains(t, poll(t.Context(), h, "20"), "MessageId")
		require.Equal(t, 7*time.Second, time.Since(begin), "when a message arrives")

		begin = time.Now()
		go func() {
			time.Sleep(3 * time.Second)
			m.Clock().Step(30 * time.Second)
		}()
		require.Contains(t, poll(t.Context(), h, "20"), "MessageId")
		require.Equal(t, 3*time.Second, time.Since(begin), "when the clock is stepped past the visibility timeout")

		begin = time.Now()
		m.Clock().SetSpeed(10)
		require.Contains(t, poll(t.Context(), h, "20"), "MessageId")
		require.Equal(t, 3*time.Second, time.Since(begin), "30 seconds at ten times the speed")

		begin = time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		require.Equal(t, "{}", poll(ctx, h, "20"))
		require.Equal(t, time.Second, time.Since(begin), "when the client leaves")
	})
}
