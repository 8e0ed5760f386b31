package mail_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/mail"
	"sellingassistant/domain/notice"
)

func letter() notice.Letter {
	return notice.Letter{
		ID: "notice-1-2-morning-3", Subject: "Good morning: 1 thing needs you", Intro: "Your team <Mugs & Co>.", At: noon,
		Sections: []notice.Section{
			{Title: "What needs you", Text: "Nothing <b>bold</b>."},
			{Title: "Sales", Table: notice.Table{
				Head: []string{"Marketplace", "Profit"}, Numbers: []bool{false, true},
				Rows: [][]string{{"amazon.de", "12.5 EUR"}, {`"><script>alert(1)</script>`, "–"}},
			}},
		},
		Link: "https://sa.example/", Unsubscribe: "https://sa.example/unsubscribe/1.2.x",
	}
}

func TestALetter(t *testing.T) {
	s := listen(t, nil)
	n, err := mail.New(mail.Config{Server: s.url(""), From: "alerts@shop.example"})
	require.NoError(t, err)
	letters := mail.NewLetters(n)
	require.True(t, letters.Ready())
	require.NoError(t, letters.Send(t.Context(), "ann@example.com", letter()))
	said := strings.Join(<-s.said, "\n")
	for _, line := range []string{
		"RCPT TO:<ann@example.com>", "Subject: Selling Assistant: Good morning: 1 thing needs you",
		"Message-ID: <notice-1-2-morning-3@shop.example>", "Date: Mon, 02 Nov 2026 12:00:00 +0000",
		"List-Unsubscribe: <https://sa.example/unsubscribe/1.2.x>", "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
		"Content-Type: text/plain; charset=UTF-8", "Content-Type: text/html; charset=UTF-8",
	} {
		require.Contains(t, said, line)
	}
	require.Less(t, strings.Index(said, "text/plain"), strings.Index(said, "text/html"), "readers show the last part they can")
	require.EqualError(t, mail.NewLetters(nil).Send(t.Context(), "ann@example.com", letter()), "mail: there is no mail server")
	require.False(t, mail.NewLetters(nil).Ready())
}

func TestNoHeaderGetsIntoALetter(t *testing.T) {
	s := listen(t, nil)
	n, err := mail.New(mail.Config{Server: s.url(""), From: "alerts@shop.example"})
	require.NoError(t, err)
	letters := mail.NewLetters(n)
	for _, to := range []string{"ann@example.com\r\nBcc: all@example.com", "ann@example.com>\r\nRCPT TO:<all@example.com", ""} {
		require.EqualError(t, letters.Send(t.Context(), to, letter()), "mail: the address cannot be used", to)
	}
	l := letter()
	l.Subject = "Order 7\r\nBcc: all@example.com\r\n\r\nHello"
	require.NoError(t, letters.Send(t.Context(), "ann@example.com", l))
	for _, line := range <-s.said {
		require.False(t, strings.HasPrefix(strings.ToLower(line), "bcc:"), line)
	}
}

func TestALetterAsText(t *testing.T) {
	require.Equal(t, strings.Join([]string{
		"Your team <Mugs & Co>.", "", "What needs you", "--------------", "Nothing <b>bold</b>.", "", "Sales", "-----",
		"Marketplace                    Profit", "amazon.de                    12.5 EUR", `"><script>alert(1)</script>         –`, "",
		"Open: https://sa.example/", "No more mail: https://sa.example/unsubscribe/1.2.x", "",
	}, "\n"), mail.PlainLetter(letter()))
}

func TestALetterAsHTMLHasNoMarkupOfOthers(t *testing.T) {
	text := mail.HTMLLetter(letter())
	require.NotContains(t, text, "<script")
	require.NotContains(t, text, "<b>")
	require.Contains(t, text, "&lt;Mugs &amp; Co&gt;")
	require.Contains(t, text, `&#34;&gt;&lt;script&gt;alert(1)&lt;/script&gt;`)
	require.NotContains(t, text, "src=")
	require.NotContains(t, text, "url(")
	require.Contains(t, text, `<a href="https://sa.example/unsubscribe/1.2.x">No more mail</a>`)
}
