package label

// columns has labels of tables in the languages of further marketplaces and suppliers: Polish,
// Czech, Swedish, Danish, Norwegian, Portuguese, Romanian, Bulgarian, Turkish, Chinese, Japanese
// and Korean.
const columns = `
sku: код, код на стоката, артикулен номер, каталожен номер
gtin: баркод
desc: описание, наименование, наименование на стоката, вид на стоката, вид на стоката услугата, стока, артикул
qty: количество, кол во, к во
unit: мярка, мерна единица, м ка
price: цена, ед цена, единична цена, цена без ддс
disc: отстъпка, отстъпка %
tax: ддс, ддс %, ставка ддс
tax_amount: сума ддс
taxbase: данъчна основа
total: сума, стойност, обща стойност, стойност без ддс
pos: poř č, p č, por č, sıra, sıra no, 序号, 序號, 项次, 번호, 順番
sku: indeks, symbol, nr katalogowy, kod towaru, kod produktu, symbol towaru, kód, kód zboží, katalogové číslo
sku: artnr, varenr, varenummer, produktnr, produktnummer, vare nr, código do produto, cód produto, cód, código produto
sku: cod produs, stok kodu, ürün kodu, malzeme kodu, 货号, 型号, 产品编号, 商品编码, 物料编码, 编号, 品番, 型番
sku: 商品コード, 品目コード, 품번, 상품코드, 제품코드, 모델명
gtin: kod kreskowy, kod ean, streckkod, stregkode, strekkode, código de barras, barkod, cod de bare, 条码, バーコード, 바코드
desc: nazwa, nazwa towaru, nazwa towaru usługi, nazwa towaru lub usługi, nazwa usługi, opis, wyszczególnienie, towar
desc: popis, název, název zboží, položka, označení dodávky, benämning, beskrivning, produkt, vara, beskrivelse, tekst
desc: varetekst, varebetegnelse, varebeskrivelse, ydelse, descrição, descrição do produto, produto, artigo, designação
desc: descrição dos produtos, discriminação, denumire, denumirea produselor, denumirea produselor sau a serviciilor
desc: açıklama, ürün, ürün adı, mal hizmet, malzeme hizmet açıklaması, cinsi, 品名, 商品名称, 产品名称, 货物名称, 名称, 描述
desc: 商品名, 品目, 内容, 摘要, 項目, 품명, 품목, 상품명, 내용
qty: antal, ilość, liczba, množství, počet, počet kusů, počet ks, mængde, antall, st antal, quantidade, qtde, qtd, quant
qty: cantitate, cant, miktar, adet, 数量, 數量, 個数, 수량
pack: condt, condit, cdt, cond par, imballo, pz x ct, q ta conf, gebindeinhalt, ve größe, vpe größe, verpakt per
pack: case cfg, case config, master carton, master pack
unit: j m, jm, jednotka, merná jednotka, jednostka, jednostka miary, m j, mj, enhet, enhed, enh, unidade, un medida, u m, birim, 单位, 單位, 単位, 단위
disc: rabat, rabat %, % rabat, rabat procent, upust, upust %, bonifikata, sleva %, % sleva, zľava, zľava %
disc: sleva, desconto, iskonto, indirim, 折扣, 値引, 할인
price: cena, cena netto, cena jedn, cena jedn netto, cena jednostkowa, cena jednostkowa netto, jednotková cena, cena mj
price: cena za mj, cena za ks, cena bez dph, à pris, styckpris, pris st, pris per enhet, stk pris, enhedspris
price: enhetspris, pris pr stk, pris, preço, preço unitário, preço unit, valor unitário, valor unit, vl unit, vlr unit
price: vl unitário, preț, preț unitar, preț unitar fără tva, birim fiyat, birim fiyatı, fiyat, 单价, 單價, 単価, 단가
tax: stawka vat, stawka, vat stawka, sazba dph, dph, dph %, moms, moms %, momssats, mva, mva %, taxa iva, iva taxa
tax: cota tva, kdv, kdv %, kdv oranı, 税率, 稅率, 세율
tax_amount: kwota vat, wartość vat, vat kwota, částka dph, momsbelopp, momsbeløb, mva beløp, valoare tva, valoarea tva
tax_amount: kdv tutarı, 税额, 稅額, 消費税額, 세액
taxbase: podstawa, základ, základ dph, momsgrundlag
total: t value, tot value
total: radbelopp, wartość, wartość netto, kwota netto, netto wartość, celkem bez dph, cena celkem, celkem, belopp, summa, radsumma
total: beløb, beløp, linjetotal, linjesum, i alt, valor total, vl total, vlr total, preço total, total líquido
total: valoare, valoarea, tutar, tutarı, mal hizmet tutarı, toplam, 金额, 金額, 总价, 總價, 小计, 小計, 금액, 공급가액
gross: wartość brutto, kwota brutto, brutto wartość, celkem s dph, summa inkl moms, total inkl moms, beløb inkl moms
`

// further has labels of members of the header in the same languages.
const further = `
invoice_number: фактура, фактура no, фактура номер, номер на фактура, номер на фактурата, номер на документа, номер
po_number: поръчка, поръчка no, номер на поръчка, ваша поръчка
issue_date: дата, дата на документа, дата на издаване, дата на фактура, дата на фактурата
other_date: дата на данъчно събитие, дата на дан събитие
delivery_date: дата на доставка
due_date: падеж, дата на падеж, дата на плащане, срок за плащане, срок на плащане
tax_id: ддс номер, ддс ном, ддс no, идентификационен номер по ддс, ин по ддс, булстат, булстат no, еик
payment_terms: условия на плащане, начин на плащане, метод на плащане
subtotal: данъчна основа, общо без ддс, сума без ддс, междинна сума
shipping: доставка, транспорт
discount: отстъпка
tax: ддс, размер на данъка, начислен ддс, сума ддс
total: общо, общо с ддс, общо за плащане, сума за плащане, обща сума, крайна сума, всичко, за плащане
invoice_number: faktura vat, faktura vat nr, numer faktury, nr faktury, faktura č, faktura číslo, číslo faktury
invoice_number: daňový doklad č, faktura daňový doklad č, fakturanummer, faktura no, fatura, fatura nº, fatura n
invoice_number: nº fatura, número da fatura, fatura recibo, nota fiscal, nota fiscal nº, nº da nota, factura seria
invoice_number: fatura no, fatura numarası, 发票号码, 发票编号, 发票号, 發票號碼, 請求書番号, 請求番号, 請求書no, 송장번호, 계산서번호
po_number: zamówienie, zamówienie nr, nr zamówienia, numer zamówienia, objednávka č, číslo objednávky, objednávka
po_number: ordernummer, er ordre, beställning, beställningsnummer, inköpsorder, bestillingsnr, ordrenr, ordrenummer
po_number: rekvisition, encomenda, encomenda nº, nº encomenda, pedido nº, nº do pedido, número do pedido, comanda
po_number: comanda nr, sipariş no, sipariş numarası, 订单号, 订单编号, 采购单号, 采购订单号, 訂單號, 注文番号, 発注番号, 주문번호, 발주번호
issue_date: data wystawienia, data faktury, wystawiono dnia, datum vystavení, vystaveno, fakturadato, dato, utstedt
issue_date: data de emissão, data emissão, data da fatura, data facturii, data emiterii, fatura tarihi, tarih
issue_date: düzenleme tarihi, sipariş tarihi, 日期, 开票日期, 開票日期, 订单日期, 発行日, 請求日, 注文日, 日付, 날짜, 작성일자, 발행일, 주문일
other_date: data sprzedaży, data dostawy, datum uskutečnění zdanitelného plnění, datum zdanitelného plnění, duzp
due_date: termin płatności, termin zapłaty, zapłata do dnia, datum splatnosti, splatnost, förfallodatum, förfaller
due_date: oss tillhanda senast, forfaldsdato, forfallsdato, betalingsdato, forfalder, data de vencimento, vencimento em
due_date: data vencimento, scadența, termen de plată, vade, vade tarihi, son ödeme tarihi, 付款期限, 支払期限, 支払期日, お支払期限, 지급기한
tax_id: nip, dič, momsreg nr, momsregistreringsnummer, org nr, cvr, cvr nr, mva nr, contribuinte, nº contribuinte, cnpj
tax_id: cod fiscal, vergi no, vergi numarası, vkn, vergi kimlik no, 税号, 纳税人识别号, 登録番号, 사업자등록번호
payment_terms: sposób zapłaty, forma płatności, warunki płatności, způsob úhrady, forma úhrady, betalningsvillkor
payment_terms: betalingsbetingelser, betalingsbetingelse, betalingsvilkår, condições de pagamento, condição de pagamento
payment_terms: condiții de plată, ödeme şekli, ödeme koşulları, 付款方式, 付款条件, 支払条件, お支払条件, 결제조건
subtotal: razem netto, suma netto, wartość netto razem, ogółem netto, mezisoučet, celkem bez dph, základ celkem
subtotal: wartość netto, belopp före moms, summa före moms, položky celkem základ
subtotal: delsumma, summa exkl moms, total exkl moms, netto exkl moms, total ekskl moms, subtotal ekskl moms
subtotal: sum eks mva, sum ekskl mva, total ilíquido, total sem iva, total mercadorias, total fără tva, ara toplam
subtotal: mal hizmet toplam tutarı, kdv hariç toplam, 小计, 小計, 不含税金额, 税抜合計, 税抜金額, 소계, 공급가액
shipping: koszt dostawy, koszty dostawy, przesyłka, dostawa, doprava, dopravné, poštovné, frakt, fraktavgift, fragt
shipping: forsendelse, frete, portes, portes de envio, kargo, kargo ücreti, nakliye, cost transport
shipping: 运费, 運費, 送料, 配送料, 배송비
discount: rabat, upust, sleva, rabatt totalt, desconto, descontos, iskonto, toplam iskonto, indirim, reducere
discount: 折扣, 値引, 値引き, 할인
tax: wartość vat, moms totalt
tax: razem vat, kwota vat, podatek vat, podatek, dph, dph celkem, moms, momsbelopp, momsbeløb, mva, mva beløp
tax: kdv, hesaplanan kdv, toplam kdv, kdv tutarı, total tva de plată, 税额, 稅額, 消費税, 消費税額, 税金, 세액, 부가세, 부가가치세
total: razem, razem do zapłaty, do zapłaty, razem brutto, kwota do zapłaty, wartość brutto razem, ogółem, celkem
total: wartość brutto, doklad celkem
total: celkem k úhradě, k úhradě, celkem s dph, částka k úhradě, att betala, summa att betala, totalt, totalt att betala
total: totalbelopp, summa inkl moms, belopp att betala, at betale, i alt, i alt inkl moms, total inkl moms, total dkk
total: å betale, beløp å betale, sum inkl mva, totalsum, total da fatura, valor a pagar, valor total, total da nota
total: total de plată, total general de plată, genel toplam, ödenecek tutar, toplam, vergiler dahil toplam tutar
total: 合计, 合計, 总计, 總計, 总金额, 總金額, 价税合计, 合計金額, ご請求金額, 請求金額, 総計, 税込合計, 합계, 총액, 총합계, 합계금액
`
