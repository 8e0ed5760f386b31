package browser_test

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// forgive removes a complaint about the library, and requires it.
func (b *tab) forgive(complaint string) {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	require.Contains(b.t, b.complaints, complaint)
	b.complaints = slices.DeleteFunc(b.complaints, func(other string) bool { return other == complaint })
}

// TestTheReference signs in, finds an operation by its text, and reads it in every size by day and
// by night. It tries the operation with the key of the tab. Nothing comes from elsewhere, and the
// browser has no complaints.
func TestTheReference(t *testing.T) {
	t.Parallel()
	s := listen(t)
	team := s.Team(t, wish)
	b := openAt(t, start(t), s.URL, s.URL+"/#key="+team.Key)
	b.shows("#who", "Signed in as")
	b.window(1400, 900, "light")
	b.click("main a[href='/docs']")
	b.shows("#reference", "price-list-analyzer")
	b.forgive("console.info") // the library greets with its name
	require.NotContains(t, b.text("#reference aside"), "Get current user info", "groups are collapsed")
	for _, language := range []string{"Shell", "JavaScript", "Go", "Python"} {
		b.shows("#reference", language)
	}
	b.click("#guides summary")
	b.shows("#guides div", "First calls")
	b.view("docs-guides")
	b.click("#guides summary")

	value[bool](b, "dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }))")
	b.until("document.activeElement?.role === 'combobox'")
	b.press("users/me")
	b.shows("[id^='search-result-']", "/api/v1/users/me")
	b.view("docs-search")
	b.click("[id^='search-result-']")
	b.until("location.hash.includes('/api/v1/users/me')")
	b.shows("#reference", "X-Api-Key")
	for _, width := range []int64{1400, 390} {
		for _, scheme := range []string{"light", "dark"} {
			b.window(width, 900, scheme)
			b.until(fmt.Sprintf("document.body.classList.contains('%s-mode')", scheme))
			b.until("document.documentElement.scrollWidth <= innerWidth")
			b.view("docs-" + map[int64]string{1400: "wide", 390: "narrow"}[width] + "-" + scheme)
		}
	}
	value[bool](b, "([...document.querySelectorAll('button')].find((at) => at.checkVisibility() && at.innerText.includes('Shell Curl')).click(), true)")
	b.shows("body", "TypeScript")
	b.view("docs-languages")
	b.press(kb.Escape)
	require.Equal(t, `import createClient from 'openapi-fetch';
import type { paths } from './selling-assistant';
// npx openapi-typescript `+s.URL+`/openapi.json -o selling-assistant.d.ts

const client = createClient<paths>({
  baseUrl: '`+s.URL+`',
  headers: { 'X-Api-Key': process.env.SELLING_ASSISTANT_KEY! },
});
const { data, error } = await client.PATCH('/api/v1/skus/{id}', {
  params: {
    "path": {
      "id": 7
    }
  },
  body: {
    "cost": 8.2
  },
});`, value[string](b, `typescript({ components: { parameters: { Id: { name: 'id', in: 'path', required: true, schema: { examples: [7] } } } } },
		'/api/v1/skus/{id}', 'patch', { parameters: [{ $ref: '#/components/parameters/Id' }, { name: 'q', in: 'query' }],
		requestBody: { content: { 'application/json': { example: { cost: 8.2 } } } } })`))
	b.window(1400, 900, "light")
	value[bool](b, "([...document.querySelectorAll('.show-api-client-button')].find((at) => at.textContent.includes('/api/v1/users/me)')).click(), true)")
	b.until("[...document.querySelectorAll('[role=dialog] button')].some((at) => at.innerText.includes('Send'))")
	value[bool](b, "([...document.querySelectorAll('[role=dialog] button')].find((at) => at.innerText.includes('Send')).click(), true)")
	b.shows("[role=dialog]", "200 OK")
	b.view("docs-tried")
	require.Equal(t, 2, b.asked("/api/v1/users/me"), "the first page asked, and the reference did with the key of the tab")
	b.forgive("issue: GenericIssue") // labels and fields that do not name each other
	b.requirePeace()
}

// TestTheGuides goes from the list to guides with lists, tables and code, and reads them in every
// size by day and by night.
func TestTheGuides(t *testing.T) {
	t.Parallel()
	s := listen(t)
	b := openAt(t, start(t), s.URL, s.URL+"/guides")
	b.view("guides-list")
	b.click("article a[href='./guides/problems']")
	for _, guide := range []struct{ name, title string }{{"problems", "Problems"}, {"operations", "Operations"}, {"tutorials/buy", "Buy"}} {
		b.leave("location.href = " + quoted("/guides/"+guide.name))
		b.shows("article h1", guide.title)
		for _, width := range []int64{1400, 390} {
			for _, scheme := range []string{"light", "dark"} {
				b.window(width, 900, scheme)
				b.until("document.documentElement.scrollWidth <= innerWidth")
				b.view("guide-" + path.Base(guide.name) + "-" + map[int64]string{1400: "wide", 390: "narrow"}[width] + "-" + scheme)
			}
		}
	}
	value[bool](b, "(navigator.clipboard.writeText = (text) => { globalThis.copied = text; return Promise.resolve(); }, true)")
	require.Equal(t, value[int64](b, "document.querySelectorAll('article pre').length"), value[int64](b, "document.querySelectorAll('article .code > .copy').length"))
	b.click("article .copy")
	b.shows("article .copy", "Copied")
	require.Equal(t, "BASE=$(jq -r .base_url data/demo.json) KEY=$(jq -r .api_key data/demo.json)", strings.Split(value[string](b, "copied"), "\n")[0])
	b.click(".all a[href='./../../guides/problems']")
	b.shows("article h1", "Problems")
	b.requirePeace()
}
