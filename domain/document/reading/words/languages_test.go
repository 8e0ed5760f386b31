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
		"Hungarian": {
			"Számla\nSzámla sorszáma: SZ-2026/88\nSzállító:                         Vevő:\nLámpás Kft.                       Minta Bolt Kft.\n" +
				"1033 Budapest, Fő út 5.           4024 Debrecen, Kis utca 1.\nAdószám: 12345676-2-41\n\n" +
				"Számla kelte: 2026.03.20.     Fizetési határidő: 2026.04.19.\n\n" +
				"Cikkszám   Megnevezés    Mennyiség   Me.   Nettó egységár   Nettó érték   Áfa %   Áfa érték   Bruttó érték\n" +
				"LA-1       Állólámpa            10   db           2000,00      20000,00      27     5400,00       25400,00\n" +
				"LA-2       Lámpabúra             4   db           1500,00       6000,00      27     1620,00        7620,00\n\n" +
				"                              Nettó összesen       26000,00 Ft\n                              Áfa összesen          7020,00 Ft\n" +
				"                              Fizetendő végösszeg  33020,00 Ft\n",
			"SZ-2026/88", "2026-03-20", "2026-04-19", "Lámpás Kft.", "26000 7020 33020 HUF",
			[]string{"LA-1|Állólámpa|10|2000|20000|columns", "LA-2|Lámpabúra|4|1500|6000|columns"},
		},
		"Slovak": {
			"Faktúra č. 2026088\nDodávateľ:                        Odberateľ:\nLampáš s.r.o.                     Skúška s.r.o.\n" +
				"Dlhá 5, 811 01 Bratislava         Krátka 1, 040 01 Košice\n\nDátum vystavenia: 20.03.2026     Dátum splatnosti: 19.04.2026\n\n" +
				"Kód tovaru   Názov tovaru   Množstvo   MJ   Jedn. cena   Spolu bez DPH\nLA-1         Lampa                10   ks        20,00          200,00\n" +
				"LA-2         Tienidlo              4   ks         5,00           20,00\n\n                              Spolu bez DPH       220,00\n" +
				"                              DPH                  50,60\n                              K úhrade            270,60 EUR\n",
			"2026088", "2026-03-20", "2026-04-19", "Lampáš s.r.o.", "220 50.6 270.6 EUR",
			[]string{"LA-1|Lampa|10|20|200|columns", "LA-2|Tienidlo|4|5|20|columns"},
		},
		"Finnish": {
			"Lamppu Oy\nPitkäkatu 5, 00100 Helsinki\n\nLaskun numero: 4711       Laskun päiväys: 20.03.2026\nEräpäivä: 19.04.2026\n\n" +
				"Tuotenumero   Kuvaus           Määrä   Yksikköhinta    Yhteensä\nLA-1          Lattiavalaisin      10          20,00      200,00\n" +
				"LA-2          Varjostin            4           5,00       20,00\n\n                              Veroton yhteensä    220,00\n" +
				"                              ALV                  56,10\n                              Maksettava          276,10 EUR\n",
			"4711", "2026-03-20", "2026-04-19", "Lamppu Oy", "220 56.1 276.1 EUR",
			[]string{"LA-1|Lattiavalaisin|10|20|200|columns", "LA-2|Varjostin|4|5|20|columns"},
		},
		"Croatian": {
			"Račun br. 88-1-1\nLampa d.o.o.\nDuga 5, 10000 Zagreb\n\nDatum izdavanja: 20.03.2026     Datum dospijeća: 19.04.2026\n\n" +
				"Šifra   Naziv            Količina   Cijena    Iznos bez PDV\nLA-1    Podna svjetiljka       10    20,00           200,00\n" +
				"LA-2    Sjenilo                 4     5,00            20,00\n\n                              Ukupno bez PDV      220,00\n" +
				"                              PDV                  55,00\n                              Za platiti          275,00 EUR\n",
			"88-1-1", "2026-03-20", "2026-04-19", "Lampa d.o.o.", "220 55 275 EUR",
			[]string{"LA-1|Podna svjetiljka|10|20|200|columns", "LA-2|Sjenilo|4|5|20|columns"},
		},
		"French, with prices with and without tax": {
			"Facture n° F-88\nLampe SARL\n5 rue Longue, 75001 Paris\n\nDate facture : 20/03/2026     Échéance : 19/04/2026\n\n" +
				"Réf.     Produit       Quantité   Prix u. HT   TVA    Prix u. TTC   Total TTC\nLA-1     Lampadaire          10        20,00   20%          24,00      240,00\n" +
				"LA-2     Abat-jour            4         5,00   20%           6,00       24,00\n\n                        Sous-total HT       220,00 €\n" +
				"                        TVA                  44,00 €\n                        Total de la commande   264,00 €\n",
			"F-88", "2026-03-20", "2026-04-19", "Lampe SARL", "220 44 264 EUR",
			[]string{"LA-1|Lampadaire|10|24|240|product", "LA-2|Abat-jour|4|6|24|product"},
		},
		"Spanish, with two discounts": {
			"FACTURA\nNº factura: F-88\nLámpara S.L.\nCalle Larga 5, 28001 Madrid\n\nFecha factura: 20/03/2026     Vencimiento: 19/04/2026\n\n" +
				"CÓDIGO   DESCRIPCIÓN      CAJAS   UNIDADES     PRECIO    DTO1    DTO2    IMPORTE\nLA-1     Lámpara de pie       2     10,000   20,00000   30,00              140,00\n" +
				"LA-2     Pantalla             1      4,000    5,00000   50,00               10,00\n\n                            Base imponible      150,00\n" +
				"                            IVA                  31,50\n                            Total factura       181,50 €\n",
			"F-88", "2026-03-20", "2026-04-19", "Lámpara S.L.", "150 31.5 181.5 EUR",
			[]string{"LA-1|Lámpara de pie|10|20|140|columns", "LA-2|Pantalla|4|5|10|columns"},
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
