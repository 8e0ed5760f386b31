package queue

import (
	"context"
	"crypto/md5"
	"encoding/hex"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"golang.org/x/sync/errgroup"

	"sellingassistant/domain/kernel/secret"
	"sellingassistant/ports/notification"
)

func TestAddresses(t *testing.T) {
	for text, want := range map[string]Address{
		"awssqs://sqs.eu-west-1.amazonaws.com/123456789012/sa": {
			URL: "https://sqs.eu-west-1.amazonaws.com/123456789012/sa", Endpoint: "https://sqs.eu-west-1.amazonaws.com",
			Region: "eu-west-1", ARN: "arn:aws:sqs:eu-west-1:123456789012:sa",
		},
		"https://sqs.cn-north-1.amazonaws.com.cn/123456789012/sa.fifo": {
			URL: "https://sqs.cn-north-1.amazonaws.com.cn/123456789012/sa.fifo", Endpoint: "https://sqs.cn-north-1.amazonaws.com.cn",
			Region: "cn-north-1", ARN: "arn:aws-cn:sqs:cn-north-1:123456789012:sa.fifo",
		},
		"awssqs://queue.example/123456789012/sa?region=us-west-2": {
			URL: "https://queue.example/123456789012/sa", Endpoint: "https://queue.example", Region: "us-west-2",
			ARN: "arn:aws:sqs:us-west-2:123456789012:sa",
		},
		"http://KEY:s3cr3t@127.0.0.1:8090/queue/notifications": {
			URL: "http://127.0.0.1:8090/queue/notifications", Endpoint: "http://127.0.0.1:8090", Region: "us-east-1",
			KeyID: "KEY", Key: secret.New("s3cr3t"),
		},
	} {
		got, err := ParseAddress(secret.New(text))
		require.NoError(t, err, text)
		require.Equal(t, want, got)
	}
	for _, text := range []string{
		"", "sqs", "awssqs://host", "awssqs://host/", "http://queue.example/1/x", "ftp://127.0.0.1/1/x", "https://KEY@host/1/x",
		"https://:hunter2@host/1/x", "https://host/1/x#y", "http://[::1", "%zz",
	} {
		_, err := ParseAddress(secret.New(text))
		require.Error(t, err, text)
		require.NotContains(t, err.Error(), "hunter2")
	}
}

// service answers the queue's calls from a script and writes them down.
type service struct {
	mu      sync.Mutex
	asked   []string
	answers map[string]string // by action: "status body"
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	body, _ := io.ReadAll(r.Body)
	action := strings.TrimPrefix(r.Header.Get("X-Amz-Target"), "AmazonSQS.")
	s.asked = append(s.asked, action+" "+string(body))
	answer := s.answers[action]
	w.Header().Set("Content-Type", "application/x-amz-json-1.0")
	w.WriteHeader(map[string]int{"200": 200, "400": 400}[answer[:3]])
	_, _ = io.WriteString(w, answer[4:])
}

func sum(body string) string {
	s := md5.Sum([]byte(body))
	return hex.EncodeToString(s[:])
}

func TestSQS(t *testing.T) {
	s := &service{answers: map[string]string{
		"ReceiveMessage": `200 {"Messages":[
			{"MessageId":"m1","ReceiptHandle":"r1","Body":"{}","MD5OfBody":"` + sum("{}") + `","Attributes":{"ApproximateReceiveCount":"4"}},
			{"MessageId":"m2","ReceiptHandle":"r2","Body":"ü","MD5OfBody":"` + sum("ü") + `"}]}`,
		"DeleteMessageBatch":           `200 {"Successful":[{"Id":"0"}],"Failed":[]}`,
		"ChangeMessageVisibilityBatch": `200 {"Successful":[],"Failed":[{"Id":"0","Code":"ReceiptHandleIsInvalid","Message":"No.","SenderFault":true}]}`,
	}}
	server := httptest.NewServer(s)
	defer server.Close()
	a, err := ParseAddress(secret.New(strings.Replace(server.URL, "://", "://KEY:s3cr3t@", 1) + "/queue/sa"))
	require.NoError(t, err)
	q, err := OpenSQS(t.Context(), a)
	require.NoError(t, err)

	got, err := q.Receive(t.Context())
	require.NoError(t, err)
	require.Equal(t, []notification.Message{{Handle: "r1", Body: []byte("{}"), Tries: 4}, {Handle: "r2", Body: []byte("ü"), Tries: 1}}, got)
	require.NoError(t, q.Ack(t.Context(), got[0]))
	require.NoError(t, q.Check(t.Context()), "the queue knows no such message")
	s.mu.Lock()
	s.asked = s.asked[:2]
	s.mu.Unlock()
	err = q.Nack(t.Context(), 90*time.Second, got[1])
	require.ErrorContains(t, err, "ReceiptHandleIsInvalid")
	many := make([]notification.Message, 12)
	for i := range many {
		many[i].Handle = "r"
	}
	require.NoError(t, q.Ack(t.Context(), many...))

	wants := []string{
		`ReceiveMessage {"MaxNumberOfMessages":10,"MessageSystemAttributeNames":["ApproximateReceiveCount"],"QueueUrl":"URL","VisibilityTimeout":60,"WaitTimeSeconds":20}`,
		`DeleteMessageBatch {"Entries":[{"Id":"0","ReceiptHandle":"r1"}],"QueueUrl":"URL"}`,
		`ChangeMessageVisibilityBatch {"Entries":[{"Id":"0","ReceiptHandle":"r2","VisibilityTimeout":90}],"QueueUrl":"URL"}`,
	}
	require.Len(t, s.asked, 5, "twelve are two calls")
	for i, want := range wants {
		action, body, _ := strings.Cut(strings.ReplaceAll(want, "URL", server.URL+"/queue/sa"), " ")
		gotAction, gotBody, _ := strings.Cut(s.asked[i], " ")
		// The member QueueUrl itself has the letters of the placeholder.
		require.Equal(t, action, gotAction)
		var a, b map[string]any
		require.NoError(t, json.Unmarshal([]byte(strings.ReplaceAll(body, "Queue"+server.URL+"/queue/sa", "QueueUrl")), &a))
		require.NoError(t, json.Unmarshal([]byte(gotBody), &b))
		require.Equal(t, a, b)
	}
}

func TestSQSThatRefuses(t *testing.T) {
	refuses := `400 {"__type":"com.amazonaws.sqs#QueueDoesNotExist","message":"The queue does not exist."}`
	s := &service{answers: map[string]string{"ReceiveMessage": refuses, "DeleteMessageBatch": refuses, "ChangeMessageVisibilityBatch": refuses}}
	server := httptest.NewServer(s)
	defer server.Close()
	a, err := ParseAddress(secret.New(strings.Replace(server.URL, "://", "://KEY:s3cr3t@", 1) + "/queue/sa"))
	require.NoError(t, err)
	q, err := OpenSQS(t.Context(), a)
	require.NoError(t, err)
	_, err = q.Receive(t.Context())
	require.ErrorContains(t, err, "does not exist")
	require.NotContains(t, err.Error(), "s3cr3t")
	require.Error(t, q.Ack(t.Context(), notification.Message{Handle: "r"}))
	require.Error(t, q.Nack(t.Context(), time.Minute, notification.Message{Handle: "r"}))
	require.ErrorContains(t, q.Check(t.Context()), "does not exist")
}

// TestSQSKeepsItsConnections lets 16 receivers ask at once, again and again: the
// service is greeted once by each.
func TestSQSKeepsItsConnections(t *testing.T) {
	const receivers, rounds = 16, 5
	var arrived sync.WaitGroup
	next := make(chan struct{})
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		arrived.Done()
		<-next // waits until all are in a call at the same time
		_, _ = io.WriteString(w, `{"Messages":[]}`)
	}))
	var greeted atomic.Int64
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			greeted.Add(1)
		}
	}
	server.Start()
	defer server.Close()
	a, err := ParseAddress(secret.New(strings.Replace(server.URL, "://", "://KEY:s3cr3t@", 1) + "/queue/sa"))
	require.NoError(t, err)
	q, err := OpenSQS(t.Context(), a)
	require.NoError(t, err)
	for range rounds {
		arrived.Add(receivers)
		var all errgroup.Group
		for range receivers {
			all.Go(func() error {
				_, err := q.Receive(t.Context())
				return err
			})
		}
		arrived.Wait()
		for range receivers {
			next <- struct{}{}
		}
		require.NoError(t, all.Wait())
	}
	// A connection may be given back a moment after its answer was read.
	require.LessOrEqual(t, greeted.Load(), int64(receivers+rounds))
}

func bodies(all []notification.Message) (out []string) {
	for _, m := range all {
		out = append(out, string(m.Body))
	}
	return out
}

func TestLocalKeepsTheRulesOfAQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, q := context.Background(), NewLocal()
		took := time.Now()
		none, err := q.Receive(ctx)
		require.NoError(t, err)
		require.Empty(t, none)
		require.Equal(t, 20*time.Second, time.Since(took), "a long poll")

		q.Send([]byte("a"), []byte("b"))
		first, err := q.Receive(ctx)
		require.NoError(t, err)
		require.Equal(t, []string{"a", "b"}, bodies(first))
		require.NoError(t, q.Ack(ctx, first[0]))
		time.Sleep(59 * time.Second)
		took = time.Now()
		second, err := q.Receive(ctx)
		require.NoError(t, err)
		require.Equal(t, time.Second, time.Since(took), "hidden for a minute")
		require.Equal(t, []string{"b"}, bodies(second))
		require.Equal(t, 2, second[0].Tries)
		require.NoError(t, q.Ack(ctx, first[1]))
		require.Equal(t, 1, q.Len(), "an old receipt removes nothing")
		require.NoError(t, q.Nack(ctx, 5*time.Second, second[0]))
		took = time.Now()
		third, err := q.Receive(ctx)
		require.NoError(t, err)
		require.Equal(t, 5*time.Second, time.Since(took))
		require.Equal(t, 3, third[0].Tries)
		require.NoError(t, q.Ack(ctx, third...))
		require.Zero(t, q.Len())

		go func() { time.Sleep(time.Second); q.Send([]byte("late")) }()
		woken, err := q.Receive(ctx)
		require.NoError(t, err)
		require.Equal(t, []string{"late"}, bodies(woken))
		for range 25 {
			q.Send([]byte("x"))
		}
		ten, err := q.Receive(ctx)
		require.NoError(t, err)
		require.Len(t, ten, 10)

		ending, end := context.WithCancel(ctx)
		end()
		_ = q.Ack(ctx, ten...)
		for range 2 {
			rest, err := q.Receive(ctx)
			require.NoError(t, err)
			require.NoError(t, q.Ack(ctx, rest...))
		}
		_, err = q.Receive(ending)
		require.ErrorIs(t, err, context.Canceled)
	})
}

func TestUnknownTypesShareALabel(t *testing.T) {
	reg := prometheus.NewRegistry()
	w, err := NewWatch(reg, zap.NewNop())
	require.NoError(t, err)
	w.Took("ANY_OFFER_CHANGED", notification.Handed)
	w.Took("X", notification.Ignored)
	w.Took("Y", notification.Ignored)
	w.Took("", notification.Dead)
	families, err := reg.Gather()
	require.NoError(t, err)
	require.Len(t, families, 1)
	counted := map[string]float64{}
	for _, m := range families[0].GetMetric() {
		counted[m.GetLabel()[1].GetValue()+" "+m.GetLabel()[0].GetValue()] = m.GetCounter().GetValue()
	}
	require.Equal(t, map[string]float64{"ANY_OFFER_CHANGED handed": 1, "other ignored": 2, "unreadable dead": 1}, counted)
}
