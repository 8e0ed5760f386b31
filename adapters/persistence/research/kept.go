package research

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"io"
	"time"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	ports "sellingassistant/ports/research"
)

// largestKept limits a stored answer, in bytes.
const largestKept = 4 << 20

// Kept stores the answers that teams paid for, packed.
type Kept struct {
	store *db.Store
	most  int
}

// NewKept opens the store for at most this many answers.
func NewKept(s *db.Store, most int) *Kept { return &Kept{s, most} }

// name returns a short, unique key for a question of any length.
func name(k ports.Key) []byte {
	sum := sha256.Sum256([]byte(string(k.Kind) + "\x00" + k.Asked))
	return sum[:]
}

func (k *Kept) Get(ctx context.Context, key ports.Key, after time.Time) (answer []byte, found bool, err error) {
	var packed []byte
	err = db.Each(k.store.Hot(ctx).Query(ctx, `SELECT packed FROM research_answers WHERE team_id = $1 AND marketplace_id = $2 AND asked = $3 AND at > $4`,
		int64(key.Team), string(key.Marketplace), name(key), db.Micros(after)))(func() { found = true }, &packed)
	if err != nil || !found {
		return nil, false, err
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err == nil {
		answer, err = io.ReadAll(r)
	}
	return answer, err == nil, err
}

func (k *Kept) Put(ctx context.Context, key ports.Key, answer []byte, at time.Time) error {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write(answer); err != nil {
		return err
	}
	if err := w.Close(); err != nil || packed.Len() > largestKept {
		return err
	}
	_, err := k.store.HotWrite(ctx).Exec(ctx, `INSERT INTO research_answers (team_id, marketplace_id, asked, at, packed) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (team_id, marketplace_id, asked) DO UPDATE SET at = EXCLUDED.at, packed = EXCLUDED.packed`,
		int64(key.Team), string(key.Marketplace), name(key), db.Micros(at), packed.Bytes())
	return db.Fault(err)
}

func (k *Kept) Forget(ctx context.Context, before time.Time) error {
	// Keeps the newest k.most answers, and deletes those up to the time of the next older answer.
	var oldest int64
	err := db.Each(k.store.Hot(ctx).Query(ctx, `SELECT at FROM research_answers ORDER BY at DESC LIMIT 1 OFFSET $1`, int64(k.most)))(func() {}, &oldest)
	if err != nil {
		return err
	}
	_, err = k.store.HotWrite(ctx).Exec(ctx, `DELETE FROM research_answers WHERE at < $1 OR at <= $2`, db.Micros(before), oldest)
	return db.Fault(err)
}

// Payments stores the products that teams paid for.
type Payments struct{ store *db.Store }

func NewPayments(s *db.Store) *Payments { return &Payments{s} }

// payment has the columns of a payment.
type payment struct {
	bun.BaseModel `bun:"table:research_payments"`

	Team        int64  `bun:"team_id"`
	Marketplace string `bun:"marketplace_id"`
	ASIN        string `bun:"asin"`
	At          int64  `bun:"at"`
}

func (p *Payments) Since(ctx context.Context, team id.Team, m marketplace.ID, asins []asin.ASIN, after time.Time) (map[asin.ASIN]time.Time, error) {
	if len(asins) == 0 {
		return nil, nil //nolint:nilnil // nothing was asked
	}
	names := make([]string, len(asins))
	for i, a := range asins {
		names[i] = a.String()
	}
	var found []payment
	err := p.store.Read(ctx).NewSelect().Model(&found).Where("team_id = ?", int64(team)).Where("marketplace_id = ?", string(m)).
		Where("asin IN (?)", bun.List(names)).Where("at > ?", db.Micros(after)).Scan(ctx)
	paid := make(map[asin.ASIN]time.Time, len(found))
	for _, one := range found {
		a, err := asin.Parse(one.ASIN)
		if err != nil {
			return nil, err
		}
		paid[a] = db.FromMicros(one.At)
	}
	return paid, db.Fault(err)
}

func (p *Payments) Pay(ctx context.Context, team id.Team, m marketplace.ID, asins []asin.ASIN, at time.Time) error {
	if len(asins) == 0 {
		return nil
	}
	rows := make([]payment, len(asins))
	for i, a := range asins {
		rows[i] = payment{Team: int64(team), Marketplace: string(m), ASIN: a.String(), At: db.Micros(at)}
	}
	_, err := p.store.Write(ctx).NewInsert().Model(&rows).On("CONFLICT (team_id, marketplace_id, asin) DO UPDATE").Set("at = EXCLUDED.at").Exec(ctx)
	return db.Fault(err)
}

func (p *Payments) Forget(ctx context.Context, before time.Time) error {
	_, err := p.store.HotWrite(ctx).Exec(ctx, `DELETE FROM research_payments WHERE at < $1`, db.Micros(before))
	return db.Fault(err)
}
