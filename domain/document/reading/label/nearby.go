package label

// nearbyColumns has labels of tables in the languages of further suppliers in Europe: Hungarian,
// Slovak, Croatian, Slovene and Finnish. It also has short labels of French, Spanish, Italian and
// Polish suppliers. A price with tax heads the retail price, because the lines are net.
// They count in printed tables alone. In files the figures below other labels have to agree.
const nearbyColumns = `
qty: mennyiség, menny, mennyiség db, darab, darabszám, szállított mennyiség
qty: q
pos: ssz, sorsz, sorszám, tételszám
sku: cikkszám, cikkszáma, cikk szám, cikkód, cikk kód, termékkód, termék kód, termékszám, gyártói cikkszám
gtin: vonalkód, čiarový kód, barkod artikla, viivakoodi
desc: megnevezés, megnevezése, termék, termék neve, terméknév, termék megnevezése, cikk megnevezése, cikknév
desc: áru megnevezése, árucikk, szolgáltatás megnevezése, termék szolgáltatás, termék szolgáltatás megnevezése
desc: szolgáltatás áru megnevezése, termék megnevezés, termék szolgáltatás neve
sku: szállítói cikkszám, beszállítói cikkszám
own: vevői cikkszám
brand: gyártó, márka
pack: kiszerelés
stock: készlet, raktárkészlet
unit: mértékegység
total: összár, nettó összár, összes ár, teljes ár, összérték, nettó összérték, ár összesen, összesen ár
cost: beszerzési ár, nettó beszerzési ár, beszerzési egységár
unit: mennyiségi egység, menny egys, menny egység, egys, me egység, mee
price: egységár, egys ár, nettó egységár, egységár nettó, nettó ár, nettó e ár, e ár, listaár, nettó listaár
price: eladási ár, nettó eladási ár
cost: kedvezményes ár, kedvezményes egységár, engedményes ár, engedményes egységár, akciós ár
rrp: bruttó egységár, bruttó ár, bruttó listaár, fogyasztói ár
disc: engedmény, engedmény %, kedvezmény, kedvezmény %, árengedmény, eng %, kedv %, kedvezmény mértéke
tax: áfa, áfa %, áfa kulcs, áfakulcs, áfa mértéke, adókulcs
tax_amount: áfa összeg, áfa összege, áfa érték, áfaérték, áfa értéke
taxbase: adóalap, áfa alap, áfaalap, adó alapja
total: nettó érték, nettóérték, nettó összeg, nettó összesen, összesen nettó, érték, összeg, összesen, tétel nettó
gross: bruttó érték, bruttóérték, bruttó összeg, bruttó összesen, összesen bruttó
sku: kód tovaru, katalógové číslo, šifra, šifra artikla, sifra proizvoda, tuotenumero, tuotenro, tuotekoodi
desc: názov, názov tovaru, názov položky, popis tovaru, označenie, naziv, naziv artikla, naziv robe, opis artikla
desc: naziv proizvoda, naziv blaga, tuote, tuotenimi, nimike, kuvaus, selite
qty: množstvo, množstvo mj, količina, kol, määrä, kpl
price: cena za jednotku, jedn cena, jednotková cena bez dph, cena bez ddv, cena brez ddv, cijena, jed cijena
price: jedinična cijena, cijena bez pdv, yksikköhinta, a hinta, hinta, hinta alv 0%
disc: zľava, zľava %, popust, popust %, alennus, alennus %, ale %
tax: sadzba dph, pdv, pdv %, stopa pdv, ddv, ddv %, stopnja ddv, alv, alv %
tax_amount: suma dph, iznos pdv, znesek ddv, alv määrä
total: spolu bez dph, cena spolu, celkom bez dph, celkom, iznos, iznos bez pdv, ukupno, vrijednost, vrednost
total: vrednost brez ddv, znesek, znesek brez ddv, skupaj, yhteensä, veroton yhteensä
gross: spolu s dph, celkom s dph, iznos s pdv, vrednost z ddv, znesek z ddv, verollinen yhteensä
unit: yksikkö, jed mjere, jedinica mjere, enota mere
price: px unit, px u, px unitaire, p unidad, precio u, precio un
total: cena łączna, mt h t
disc: %ds, % ds, dto1, dto 1, dto2, dto 2, remise 1, remise 2, sconto 1, sconto 2, sc 1, sc 2
rrp: prix u ttc, prix unitaire ttc, prix unit ttc, pu ttc, p u ttc, prix ttc, precio con iva, precio iva incluido
rrp: prezzo ivato, prezzo iva inclusa, prijs incl btw, preis inkl mwst, einzelpreis brutto, brutto einzelpreis
rrp: price inc vat, price incl vat, price including vat, unit price inc vat, unit price incl vat, preis brutto
rrp: unit price including vat, stückpreis inkl mwst, einzelpreis inkl mwst, prezzo iva incl, precio iva incl
rrp: cena brutto, cena jedn brutto, cena jednostkowa brutto, cena s dph, cena za mj s dph
`

// nearbyFields has labels of members of the header in the same languages.
const nearbyFields = `
invoice_number: bizonylatszám, bizonylat száma, bizonylat sorszáma, számla azonosító
po_number: rendelésszám, rendelés száma, rendelési szám, megrendelés száma, megrendelésszám, vevői rendelésszám
issue_date: kelt, kelte, kiállítás kelte, kiállítás napja, számlakibocsátás dátuma, kibocsátás dátuma
other_date: teljesítés dátuma, teljesítés időpontja, teljesítés kelte, teljesítési időpont, teljesítés napja
due_date: esedékesség, esedékesség dátuma, fizetés határideje, fizetési határnap
tax_id: adószám, közösségi adószám, eu adószám, csoportos adószám
payment_terms: fizetési mód, fizetés módja, fizetési feltételek
subtotal: nettó összesen, összesen nettó, nettó végösszeg, nettó érték összesen, nettó összérték
shipping: szállítási költség, szállítási díj
discount: engedmény, kedvezmény, összes kedvezmény
tax: áfa összesen, összesen áfa, áfa összege, áfa összeg, áfa érték, összes áfa
total: összesen, mindösszesen, fizetendő, fizetendő összeg, fizetendő végösszeg, fizetendő összesen, végösszeg
total: összesen fizetendő, bruttó végösszeg, bruttó összesen, összesen bruttó, számla végösszege
invoice_number: broj računa, račun br, račun broj, številka računa, št računa, račun št
invoice_number: laskunumero, laskun numero, laskun nro
po_number: číslo objednávky odberateľa, broj narudžbe, tilausnumero
issue_date: dátum vystavenia, datum izdavanja, datum računa, datum izdaje, laskun päivä, laskun päiväys, laskupäivä
other_date: dátum dodania, dátum zdaniteľného plnenia
due_date: dátum splatnosti, dospijeće, datum dospijeća, rok plaćanja, rok plačila, datum zapadlosti, eräpäivä
tax_id: ič dph, oib, id za ddv, davčna številka, y tunnus, alv tunnus
payment_terms: forma úhrady tovaru, način plaćanja, način plačila, maksuehto, maksuehdot
subtotal: spolu bez dph, celkom bez dph, ukupno bez pdv, skupaj brez ddv, veroton yhteensä, yhteensä veroton
tax: dph spolu, pdv, iznos pdv, ukupno pdv, ddv, ddv skupaj, alv, alv yhteensä, arvonlisävero
total: k úhrade, suma k úhrade, spolu k úhrade, celkom k úhrade, spolu s dph, ukupno, sveukupno, za platiti
total: ukupno za platiti, ukupno s pdv, skupaj, skupaj z ddv, za plačilo, skupaj za plačilo, yhteensä, maksettava
total: maksettava yhteensä, verollinen yhteensä
subtotal: amount w o vat, total w o vat, amount without vat, total without vat, total without tax
total: total with vat, amount with vat, total with tax, total de la commande, total commande
`
