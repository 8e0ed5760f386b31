package draw

// speech has the texts of suppliers in a language.
type speech struct {
	companies, towns []string
	goods            []string
	// more follows a name on rows of its own.
	more             []string
	origin, barcode  string
	pack             string
	greeting, thanks string
	buyer            string
}

var languages = map[string]speech{
	"en": {
		companies: []string{"Northgate Supply Ltd", "Harbour & Hill Wholesale Inc", "Pinewood Trading LLC", "Calder Household Plc"},
		towns:     []string{"14 Mill Lane, Leeds LS1 4AB", "220 Canal Street, Portland OR 97204", "Unit 7, Dock Road, Hull HU1 2PQ"},
		goods: []string{
			"Stainless steel bottle 750 ml", "Bamboo cutting board large", "Glass storage jar 1.2 l", "Cotton tea towel striped", "Ceramic mug speckled blue",
			"Silicone baking mat 40 x 30 cm", "Garden hose 25 m", "LED desk lamp 7 W", "Travel adapter USB-C", "Wool blanket 130 x 180", "Cork coaster set of 6",
			"Dog leash nylon 2 m", "Yoga mat 6 mm", "Notebook A5 dotted", "Ballpoint pen blue 0.7", "Cast iron skillet 26 cm", "Paper napkins 3 ply",
			"Rain jacket kids 4-6 Y", "Wall clock 30 cm", "Extension lead 4 way 3 m",
		},
		more:   []string{"with lid and carry strap", "food safe, dishwasher proof", "assorted colours, see catalogue page 48", "replaces model 2019"},
		origin: "Origin: CN  HS 7323 93 00  Net weight 1.25 kg", barcode: "EAN", pack: "Pack of",
		greeting: "Thank you for your order of 3 March. We invoice as agreed on the phone.",
		thanks:   "Goods remain our property until paid in full. Questions? Call +44 113 496 0000 or write to accounts@example.com",
		buyer:    "Acme Retail Ltd",
	},
	"de": {
		companies: []string{"Nordhafen Großhandel GmbH", "Werkzeug Baumann KG", "Süßwaren Kröger GmbH & Co. KG", "Lichtblick Handels AG"},
		towns:     []string{"Hafenstraße 12, 28195 Bremen", "Industrieweg 4a, 70565 Stuttgart", "Am Markt 1, 04109 Leipzig"},
		goods: []string{
			"Edelstahlflasche 750 ml", "Schneidebrett Bambus groß", "Vorratsglas 1,2 l mit Bügel", "Geschirrtuch gestreift", "Kaffeebecher blau gesprenkelt",
			"Backmatte Silikon 40 x 30 cm", "Gartenschlauch 25 m", "Schreibtischleuchte LED 7 W", "Reiseadapter USB-C", "Wolldecke 130 x 180", "Untersetzer Kork 6er Set",
			"Hundeleine Nylon 2 m", "Yogamatte 6 mm", "Notizbuch A5 gepunktet", "Kugelschreiber blau 0,7", "Gusseisenpfanne 26 cm", "Papierservietten 3-lagig",
			"Regenjacke Kinder Gr. 104", "Wanduhr 30 cm", "Steckdosenleiste 4-fach 3 m",
		},
		more:   []string{"mit Deckel und Trageschlaufe", "lebensmittelecht, spülmaschinenfest", "farblich sortiert, siehe Katalog Seite 48", "Nachfolger von Modell 2019"},
		origin: "Ursprung: CN  Zolltarif 7323 93 00  Gewicht 1,25 kg", barcode: "EAN", pack: "VPE",
		greeting: "Sehr geehrte Damen und Herren, wir berechnen Ihnen wie vereinbart unsere Lieferung vom 03.03.2026:",
		thanks:   "Die Ware bleibt bis zur vollständigen Bezahlung unser Eigentum. IBAN DE89 3704 0044 0532 0130 00, Tel. 0421 / 55 66 77-0",
		buyer:    "Acme Handel GmbH",
	},
	"fr": {
		companies: []string{"Comptoir du Port SARL", "Maison Lavigne SAS", "Fournitures Delorme SA"},
		towns:     []string{"8 quai des Chartrons, 33000 Bordeaux", "17 rue Nationale, 59800 Lille"},
		goods: []string{
			"Bouteille inox 750 ml", "Planche à découper bambou", "Bocal verre 1,2 l", "Torchon coton rayé", "Mug céramique bleu", "Tapis de cuisson 40 x 30 cm",
			"Tuyau d'arrosage 25 m", "Lampe de bureau LED 7 W", "Adaptateur de voyage USB-C", "Plaid laine 130 x 180", "Dessous de verre liège lot de 6",
			"Laisse chien nylon 2 m", "Tapis de yoga 6 mm", "Carnet A5 pointillé", "Stylo bille bleu 0,7", "Poêle en fonte 26 cm", "Serviettes papier 3 plis",
			"Veste de pluie enfant", "Horloge murale 30 cm", "Multiprise 4 prises 3 m",
		},
		more:   []string{"avec couvercle et dragonne", "contact alimentaire, lave-vaisselle", "coloris assortis, voir catalogue page 48", "remplace le modèle 2019"},
		origin: "Origine : CN  Poids net 1,25 kg", barcode: "Gencod", pack: "Colis de",
		greeting: "Suite à votre commande du 3 mars, veuillez trouver ci-dessous le détail de notre livraison.",
		thanks:   "En cas de retard de paiement, indemnité forfaitaire de 40 € pour frais de recouvrement. SIRET 123 456 789 00012",
		buyer:    "Acme Distribution SAS",
	},
	"es": {
		companies: []string{"Suministros del Puerto SL", "Hogar y Mesa SA", "Distribuciones Olmedo SLU"},
		towns:     []string{"Calle Mayor 14, 28013 Madrid", "Avenida del Mar 220, 46011 Valencia"},
		goods: []string{
			"Botella acero 750 ml", "Tabla de cortar bambú", "Tarro de cristal 1,2 l", "Paño de cocina algodón", "Taza cerámica azul", "Lámina de horno 40 x 30 cm",
			"Manguera jardín 25 m", "Lámpara LED 7 W", "Adaptador de viaje USB-C", "Manta lana 130 x 180", "Posavasos corcho 6 uds", "Correa perro nylon 2 m",
			"Esterilla yoga 6 mm", "Cuaderno A5 punteado", "Bolígrafo azul 0,7", "Sartén hierro 26 cm", "Servilletas papel 3 capas", "Chubasquero niño",
			"Reloj de pared 30 cm", "Regleta 4 tomas 3 m",
		},
		more:   []string{"con tapa y asa", "apto alimentos y lavavajillas", "colores surtidos, ver catálogo página 48", "sustituye al modelo 2019"},
		origin: "Origen: CN  Peso neto 1,25 kg", barcode: "EAN", pack: "Caja de",
		greeting: "Según su pedido del 3 de marzo le facturamos lo siguiente:",
		thanks:   "Inscrita en el Registro Mercantil de Madrid, tomo 1234, folio 56. Forma de pago según acuerdo.",
		buyer:    "Acme Comercial SL",
	},
	"it": {
		companies: []string{"Forniture del Porto SRL", "Casa e Tavola SPA", "Ingrosso Ferrari SRL"},
		towns:     []string{"Via Roma 14, 20121 Milano", "Corso Italia 220, 16145 Genova"},
		goods: []string{
			"Bottiglia acciaio 750 ml", "Tagliere bambù grande", "Barattolo vetro 1,2 l", "Strofinaccio cotone", "Tazza ceramica blu", "Tappetino forno 40 x 30 cm",
			"Tubo da giardino 25 m", "Lampada LED 7 W", "Adattatore da viaggio USB-C", "Coperta lana 130 x 180", "Sottobicchieri sughero 6 pz", "Guinzaglio nylon 2 m",
			"Tappetino yoga 6 mm", "Quaderno A5 puntinato", "Penna a sfera blu 0,7", "Padella ghisa 26 cm", "Tovaglioli carta 3 veli", "Giacca pioggia bimbo",
			"Orologio da parete 30 cm", "Ciabatta 4 prese 3 m",
		},
		more:   []string{"con coperchio e laccio", "per alimenti, lavabile in lavastoviglie", "colori assortiti, vedi catalogo pagina 48", "sostituisce il modello 2019"},
		origin: "Origine: CN  Peso netto 1,25 kg", barcode: "EAN", pack: "Conf. da",
		greeting: "Come da Vostro ordine del 3 marzo Vi fatturiamo quanto segue.",
		thanks:   "CONAI assolto ove dovuto. Foro competente Milano. Cap. soc. 10.000,00 i.v.",
		buyer:    "Acme Commercio SRL",
	},
	"nl": {
		companies: []string{"Havenhandel BV", "Van der Berg Groothandel BV", "Huis en Tafel NV"},
		towns:     []string{"Havenstraat 12, 3011 AA Rotterdam", "Industrieweg 4, 5611 CD Eindhoven"},
		goods: []string{
			"RVS fles 750 ml", "Snijplank bamboe groot", "Voorraadpot glas 1,2 l", "Theedoek katoen gestreept", "Mok keramiek blauw", "Bakmat siliconen 40 x 30 cm",
			"Tuinslang 25 m", "Bureaulamp LED 7 W", "Reisadapter USB-C", "Wollen deken 130 x 180", "Onderzetters kurk set van 6", "Hondenriem nylon 2 m",
			"Yogamat 6 mm", "Notitieboek A5", "Balpen blauw 0,7", "Gietijzeren pan 26 cm", "Papieren servetten 3-laags", "Regenjas kind", "Wandklok 30 cm",
			"Stekkerdoos 4-voudig 3 m",
		},
		more:   []string{"met deksel en draagriem", "voedselveilig, vaatwasserbestendig", "diverse kleuren, zie catalogus pagina 48", "vervangt model 2019"},
		origin: "Oorsprong: CN  Nettogewicht 1,25 kg", barcode: "EAN", pack: "Doos van",
		greeting: "Hierbij brengen wij u in rekening de levering van 3 maart volgens afspraak.",
		thanks:   "Op al onze leveringen zijn onze voorwaarden van toepassing. KvK 12345678, IBAN NL91 ABNA 0417 1643 00",
		buyer:    "Acme Retail BV",
	},
}

// months lists names of months that differ from the English names, by language.
var months = map[string]string{
	"de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
	"fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
	"es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
	"it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
	"nl": "januari februari maart april mei juni juli augustus september oktober november december",
}
