package main

import (
	"encoding/json"
	"fmt"
	"strconv"

	"sellingassistant/tools/bench/plan"
)

// compareEvery sets the interval of lists or bulk calls of a client at which a whole answer is
// checked, starting with the first. Gets are compared whenever their answer is known.
const compareEvery = 32

// check verifies the body of an answer.
type check func(body []byte) error

// request writes the next request and returns the check of its answer, or nil if there is no check.
func (c *client) request() check {
	team := &c.plan.Teams[c.random.IntN(len(c.plan.Teams))]
	switch c.plan.Op {
	case plan.Get:
		path := plan.DocumentsPath + "/" + strconv.FormatInt(team.Documents[c.random.IntN(len(team.Documents))], 10)
		c.write("GET", path, team.Key, nil)
		return c.expect(path)
	case plan.List:
		c.write("GET", plan.DocumentsPath+"?limit="+strconv.Itoa(plan.Page), team.Key, nil)
		if len(c.took)%compareEvery > 0 {
			return nil
		}
		return c.expect(strconv.FormatInt(team.ID, 10))
	}
	if c.plan.Op == plan.Relay {
		// A unique number keeps calls from sharing an answer.
		number := c.price.Add(1)
		c.write("GET", plan.RelayPath(team, number, plan.Domains[number%int64(len(plan.Domains))]), team.Key, nil)
		return c.expect(string(plan.Relay))
	}
	return c.bulk(team)
}

func (c *client) write(method, path, key string, body []byte) {
	b := append(c.out[:0], method...)
	b = append(b, ' ')
	b = append(b, plan.Prefix...)
	b = append(b, path...)
	b = append(b, " HTTP/1.1\r\nHost: "...)
	b = append(b, c.plan.Address...)
	b = append(b, "\r\n"+plan.KeyHeader+": "...)
	b = append(b, key...)
	if body != nil {
		b = append(b, "\r\nContent-Type: application/json\r\nContent-Length: "...)
		b = strconv.AppendInt(b, int64(len(body)), 10)
	}
	b = append(b, "\r\n\r\n"...)
	c.out = append(b, body...)
}

// expect compares with the known answer of a name, if any.
func (c *client) expect(name string) check {
	want, ok := c.plan.Expected[name]
	if !ok {
		return nil
	}
	return func(body []byte) error {
		if got := plan.Neutral(c.plan.Op, body); string(got) != want {
			return fmt.Errorf("another answer than expected:\n%s\n%s", got, want)
		}
		return nil
	}
}

func (c *client) bulk(team *plan.Team) check {
	ids := make([]int64, 0, plan.BulkRows)
	// Steps of 7 from a random start name no row twice, and cross the rows of other calls.
	at := c.random.IntN(len(team.Products))
	for i := range plan.BulkRows {
		ids = append(ids, team.Products[(at+i*7)%len(team.Products)])
	}
	price := c.price.Add(1) - 1
	c.write("PATCH", plan.ProductsPath, team.Key, plan.BulkBody(ids, price))
	if len(c.took)%compareEvery > 0 {
		return nil
	}
	return func(body []byte) error { return checkBulk(body, ids, price) }
}

func checkBulk(body []byte, ids []int64, price int64) error {
	var got struct {
		Data []struct {
			ID      int64
			Status  string
			Product struct {
				ID     int64
				Limits struct {
					MinPrice json.Number `json:"min_price"`
					MaxPrice json.Number `json:"max_price"`
				}
			}
		}
		Meta   struct{ Succeeded, Failed int }
		Errors []any
	}
	if err := json.Unmarshal(body, &got); err != nil {
		return err
	}
	if len(got.Data) != len(ids) || got.Meta.Succeeded != len(ids) || got.Meta.Failed != 0 || len(got.Errors) != 0 {
		return fmt.Errorf("a bulk answer that counts wrong: %+v, %d rows", got.Meta, len(got.Data))
	}
	max, err := strconv.ParseFloat(plan.Price(price), 64)
	if err != nil {
		return err
	}
	for i, row := range got.Data {
		most, err := row.Product.Limits.MaxPrice.Float64()
		if err != nil || row.ID != ids[i] || row.Product.ID != ids[i] || row.Status != "updated" || most != max {
			return fmt.Errorf("a wrong row in a bulk answer: %+v, wanted id %d and max_price %v", row, ids[i], max)
		}
	}
	return nil
}
