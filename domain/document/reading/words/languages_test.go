package words_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/reading/words"
)

// Reads invoices of further marketplaces by their own labels.
func TestLanguagesOfMarketplaces(t *testing.T) {
	for name, c := range map[string]struct {
		text, number, issued, due, issuer, sums string
		lines                                   []string
	}{
		"Polish": {
			"Faktura VAT nr FV/12/2026\nSprzedawca:                       Nabywca:\nLampion Sp. z o.o.                Sklep Testowy\n" +
				"ul. Długa 5, 00-238 Warszawa      ul. Krótka 1, 61-001 Poznań\nNIP: 5260001246\n\nData wystawienia: 20.03.2026     Termin płatności: 03.04.2026\n\n" +
				"Kod towaru   Nazwa towaru      Ilość   J.m.   Cena netto   Wartość netto\nLA-1         Lampa stojąca       10    szt.        20,00          200,00\n" +
				"LA-2         Klosz                4    szt.         5,00           20,00\n\n                                 Razem netto              220,00\n" +
				"                                 Razem VAT                 50,60\n                                 Do zapłaty               270,60 zł\n",
			"FV/12/2026", "2026-03-20", "2026-04-03", "Lampion Sp. z o.o.", "220 50.6 270.6 PLN",
			[]string{"LA-1|Lampa stojąca|10|20|200|columns", "LA-2|Klosz|4|5|20|columns"},
		},
		"Swedish": {
			"Lampan AB\nStorgatan 1, 111 22 Stockholm\n\nFakturanummer: 4711       Fakturadatum: 2026-03-20\nFörfallodatum: 2026-04-19\n\n" +
				"Artikelnr   Benämning         Antal   À-pris    Belopp\nLA-1        Golvlampa            10    20,00    200,00\nLA-2        Skärm                 4     5,00     20,00\n\n" +
				"                              Summa exkl. moms  220,00\n                              Moms               55,00\n                              Att betala        275,00 SEK\n",
			"4711", "2026-03-20", "2026-04-19", "Lampan AB", "220 55 275 SEK",
			[]string{"LA-1|Golvlampa|10|20|200|columns", "LA-2|Skärm|4|5|20|columns"},
		},
		"Bulgarian": {
			"Фактура No. : 0000004711\nДата на документа : 20.03.2026     Срок за плащане 19.04.2026\n\nКлиент                        Доставчик\n" +
				"ФЕНЕР ЕООД                    ЛАМПА ООД\nул. Дълга 5                   ул. Нова № 4\nСОФИЯ                         BG-1592 СОФИЯ\n\n" +
				"No.   Код      Описание            Кол-во   Мярка     Цена       Сума\n1     LA-1     Лампа                   10    Брой    20,00     200,00\n" +
				"2     LA-2     Абажур                   4    Брой     5,00      20,00\n\n                                          Общо BGN             220,00\n" +
				"                                          20% ДДС               44,00\n                                          Общо BGN вкл. ДДС    264,00\n",
			"0000004711", "2026-03-20", "2026-04-19", "ЛАМПА ООД", "220 44 264 BGN",
			[]string{"LA-1|Лампа|10|20|200|columns", "LA-2|Абажур|4|5|20|columns"},
		},
		"Bulgarian, with values that touch their labels": {
			"Получател:ФЕНЕР ЕООД          Доставчик:ЛАМПА СОФТУЕР ЕООД\nГрад: 1220 СОФИЯ              Град: 1510 София\n\nМясто:София     Дата:20.03.2026     Номер:1000004711\n\n" +
				"Номер   Вид на стоката (услугата)     Количество   Ед. цена   Стойност\n113     Лампа - годишен лиценз             1.000      60.00      60.00\n" +
				"114     Абажур                             2.000      80.00     160.00\n\n                              Данъчна основа: 220.00\n" +
				"                              Размер на данъка:44.00\n                              Сума за плащане:264.00 лв.\n",
			"1000004711", "2026-03-20", "-", "ЛАМПА СОФТУЕР ЕООД", "220 44 264 BGN",
			[]string{"|Лампа - годишен лиценз|1|60|60|columns", "|Абажур|2|80|160|columns"},
		},
		"Portuguese": {
			"Fatura nº FT 2026/88\nLampada Lda\nRua Nova 5, 1100-001 Lisboa\n\nData de emissão: 20/03/2026    Data de vencimento: 19/04/2026\n\n" +
				"Código   Descrição          Quantidade   Preço unitário   Total\nLA-1     Candeeiro de pé            10            20,00   200,00\nLA-2     Abajur                      4             5,00    20,00\n\n" +
				"                            Subtotal                     220,00\n                            Total IVA                     50,60\n                            Total a pagar                270,60 €\n",
			"FT 2026/88", "2026-03-20", "2026-04-19", "Lampada Lda", "220 50.6 270.6 EUR",
			[]string{"LA-1|Candeeiro de pé|10|20|200|columns", "LA-2|Abajur|4|5|20|columns"},
		},
		"Japanese": {
			"請求書番号 R-77        発行日 2026年3月20日\n支払期限 2026年4月19日\n\n" +
				"品番        品名                  数量        単価          金額\nLA-1      ランプ                 10       200       2,000\nLA-2      シェード                 4        50         200\n\n" +
				"                              小計                 2,200\n                              消費税                  220\n                              合計                ¥2,420\n",
			"R-77", "2026-03-20", "2026-04-19", "", "2200 220 2420 JPY",
			[]string{"LA-1|ランプ|10|200|2000|columns", "LA-2|シェード|4|50|200|columns"},
		},
	} {
		r, lines := read(c.text, words.Hints{})
		require.Equal(t, c.lines, lines, name)
		h := r.Header
		require.Equal(t, []string{c.number, c.issued, c.due, c.issuer, c.sums}, []string{
			h.InvoiceNumber, dayOf(h.IssueDate), dayOf(h.DueDate), h.Issuer.Name,
			printed(h.Subtotal) + " " + printed(h.Tax) + " " + printed(h.Total) + " " + string(h.Currency),
		}, name)
	}
}
