package gateway

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// distort changes a proper answer for the modes that only distort. It works on the JSON, so that it
// fits every operation.
func (g *Gateway) distort(f *Fault, number uint64, body any) any {
	if f == nil || !slices.Contains(append([]Mode{BigPage, BigAttributes, OffersLie}, itemModes...), f.Mode) {
		return body
	}
	var tree any
	if err := Decode(Encoded(body), &tree); err != nil {
		panic(err)
	}
	switch f.Mode {
	case OffersLie:
		return LieAboutOffers(tree, func(n int) uint64 { return g.world.Hash("lie", number, n) })
	case BigPage:
		return changeList(tree, enlarge)
	case BigAttributes:
		size := f.Bytes
		if size <= 0 {
			size = 2 << 20
		}
		return burden(tree, strings.Repeat("x", int(size)))
	case ItemReorder:
		return changeList(tree, func(list []any) []any {
			slices.Reverse(list)
			return list
		})
	case ItemMissing:
		return changeList(tree, func(list []any) []any {
			kept := []any{}
			for i, item := range list {
				if !g.hits(f, number, i, len(list)) {
					kept = append(kept, item)
				}
			}
			return kept
		})
	}
	return changeList(tree, func(list []any) []any {
		for i := range list {
			if item, ok := list[i].(map[string]any); ok && g.hits(f, number, i, len(list)) {
				failItem(item, f.Status)
			}
		}
		return list
	})
}

// hits reports whether a fault hits item i of n. At least one item is hit.
func (g *Gateway) hits(f *Fault, number uint64, i, n int) bool {
	share := f.Items
	if share <= 0 {
		share = 0.5
	}
	if g.world.Hash("item", number)%uint64(n) == uint64(i) {
		return true
	}
	return float64(g.world.Hash("item", number, i)%1_000_000) < share*1_000_000
}

// changeList changes the main list of an answer: the answer itself, its payload, or the first list
// of either.
func changeList(tree any, change func([]any) []any) any {
	switch node := tree.(type) {
	case []any:
		return change(node)
	case map[string]any:
		if inner, ok := node["payload"]; ok {
			node["payload"] = changeList(inner, change)
			return node
		}
		for _, name := range slices.Sorted(maps.Keys(node)) {
			if list, ok := node[name].([]any); ok {
				node[name] = change(list)
				return node
			}
		}
	}
	return tree
}

// Blame returns the side at fault for a status, in the words of prices and of fees.
func Blame(status int) (kind, side string) {
	if status < http.StatusInternalServerError {
		return "ClientError", "Sender"
	}
	return "ServerError", "Receiver"
}

// failItem turns an entry of a batch into a failed entry, in the words of its operation.
func failItem(item map[string]any, status int) {
	if status == 0 {
		status = http.StatusInternalServerError
	}
	kind, side := Blame(status)
	code := strings.ReplaceAll(http.StatusText(status), " ", "")
	const words = "The item could not be answered."
	if _, ok := item["Status"]; ok { // fees
		delete(item, "FeesEstimate")
		item["Status"] = kind
		item["Error"] = FeesError(side, code, words)
		return
	}
	if _, ok := item["status"].(string); ok { // prices
		delete(item, "Product")
		item["status"] = kind
		return
	}
	body := map[string]any{"errors": []any{map[string]any{"code": code, "message": words, "details": ""}}}
	if old, ok := item["body"].(map[string]any); ok {
		for _, name := range []string{"asin", "marketplaceId"} {
			if value, ok := old[name]; ok {
				body[name] = value
			}
		}
	}
	item["status"] = map[string]any{"statusCode": status, "reasonPhrase": http.StatusText(status)}
	item["body"] = body
}

// bigPage counts the entries that BigPage returns.
const bigPage = 1000

// enlarge repeats the entries of a list. Boxes stay distinct.
func enlarge(list []any) []any {
	if len(list) == 0 {
		return list
	}
	all := make([]any, 0, bigPage)
	for i := range bigPage {
		item := list[i%len(list)]
		if box, ok := item.(map[string]any); ok && i >= len(list) {
			item = copyOf(box, i)
		}
		all = append(all, item)
	}
	return all
}

func copyOf(box map[string]any, i int) map[string]any {
	again := maps.Clone(box)
	for _, name := range []string{"boxId", "packageId"} {
		if id, ok := again[name].(string); ok {
			again[name] = id + "-" + strconv.Itoa(i)
		}
	}
	return again
}

// burden adds a long text to the first attributes of an answer.
func burden(tree any, text string) any {
	if !addAttribute(tree, text) {
		if node, ok := tree.(map[string]any); ok {
			node["attributes"] = map[string]any{"bulk": []any{map[string]any{"value": text}}}
		}
	}
	return tree
}

func addAttribute(tree any, text string) bool {
	switch node := tree.(type) {
	case []any:
		return slices.ContainsFunc(node, func(item any) bool { return addAttribute(item, text) })
	case map[string]any:
		if attributes, ok := node["attributes"].(map[string]any); ok {
			attributes["bulk"] = []any{map[string]any{"value": text}}
			return true
		}
		for _, name := range slices.Sorted(maps.Keys(node)) {
			if addAttribute(node[name], text) {
				return true
			}
		}
	}
	return false
}

// FeesError returns the error of an estimate of fees.
func FeesError(side, code, words string) Object {
	return Object{"Type": side, "Code": code, "Message": words, "Detail": []any{}}
}
