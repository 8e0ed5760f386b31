package draw

// trade has the companies and goods of suppliers of a trade; # in a name is a digit.
type trade struct{ companies, goods []string }

var trades = map[string]trade{
	"en drinks": {
		[]string{"Saltmarsh Drinks Ltd", "Keystone Beverage Co", "Three Bridges Wine Merchants Ltd"},
		[]string{
			"Elderflower Presse", "Ginger Ale Dry", "Sparkling Spring Water", "Cloudy Apple Juice", "Pale Ale Session",
			"Cola Classic", "Merlot Valley Red", "Chardonnay Hillside", "Tonic Water Light", "Cold Brew Coffee",
			"Cranberry Juice Drink", "London Dry Gin",
		},
	},
	"en food": {
		[]string{"Fenland Foods Ltd", "Prairie Foodservice Inc", "Marsh & Daughter Provisions Ltd"},
		[]string{
			"Basmati Rice", "Plain Flour", "Chopped Tomatoes", "Chickpeas in Water", "Sunflower Oil", "Penne Rigate",
			"Oat Biscuits", "Sea Salt Crackers", "Smoked Paprika", "Coconut Milk", "Strawberry Jam",
			"Peanut Butter Crunchy", "Dark Chocolate Bar",
		},
	},
	"en parts": {
		[]string{"Ridgeway Fasteners Ltd", "Ohio Valley Bearing Co", "Tamar Pneumatics Ltd"},
		[]string{
			"Hex Bolt M# x #0 Zinc", "Flat Washer M# A2", "Deep Groove Bearing 6##", "Air Fitting #mm Elbow",
			"Cable Gland PG#", "V-Belt A##", "Ball Valve DN#0", "Jubilee Clip #0-#5", "Drill Bit HSS #.# mm",
			"O-Ring ## x #", "Cutting Disc 1## mm", "Thread Tape ##m",
		},
	},
	"en textiles": {
		[]string{"Calico & Thread Ltd", "Blue Ridge Apparel Inc", "Weavers Yard Textiles Ltd"},
		[]string{
			"Crew Neck T-Shirt", "Fleece Jacket", "Polo Shirt Pique", "Canvas Apron", "Bath Towel 500 gsm",
			"Work Trousers", "Beanie Ribbed", "Cotton Tote", "Softshell Gilet", "Tea Towel Waffle",
		},
	},
	"en electronics": {
		[]string{"Signal House Components Ltd", "Mesa Electronics Supply Inc", "Cobalt Circuits Ltd"},
		[]string{
			"Ceramic Capacitor ###nF 50V", "Resistor #k# 1% 0805", "USB-C Cable #m", "HDMI Cable #m",
			"Terminal Block #-way", "LED 5mm Green", "Relay 24V DPDT", "Power Supply 12V #A", "Fuse T#A 250V",
			"Pin Header 2x#", "Battery AA Pack", "Heat Shrink #mm",
		},
	},
	"de drinks": {
		[]string{"Getränke Havelland GmbH", "Weinkontor Mosel KG", "Brunnenhof Getränke GmbH"},
		[]string{
			"Mineralwasser Classic", "Apfelschorle naturtrüb", "Pils vom Fass", "Cola koffeinhaltig",
			"Riesling trocken", "Holunderlimonade", "Orangensaft", "Weißbier hell", "Tonic Water", "Rhabarberschorle",
			"Spätburgunder", "Malzbier",
		},
	},
	"de food": {
		[]string{"Feinkost Auerbach GmbH", "Lebensmittelgroßhandel Tauber KG"},
		[]string{
			"Langkornreis", "Weizenmehl Type 550", "Tomaten gehackt", "Kichererbsen", "Sonnenblumenöl", "Haferkekse",
			"Meersalz fein", "Erdbeerkonfitüre", "Kokosmilch", "Zartbitterschokolade", "Senf mittelscharf",
			"Nudeln Spirelli",
		},
	},
	"de parts": {
		[]string{"Schrauben Hellwig GmbH", "Antriebstechnik Rauch KG", "Dichtungen Seidl GmbH"},
		[]string{
			"Sechskantschraube M# x #0", "Scheibe A2 M#", "Rillenkugellager 6##", "Winkelverschraubung # mm",
			"Kabelverschraubung M#", "Keilriemen A##", "Kugelhahn DN#0", "Schlauchschelle #0-#5", "Spiralbohrer #,# mm",
			"O-Ring ## x #", "Trennscheibe 1## mm", "Gewindestange M#",
		},
	},
	"de textiles": {
		[]string{"Textilhaus Brandt GmbH", "Berufskleidung Kern KG"},
		[]string{
			"T-Shirt Rundhals", "Fleecejacke", "Poloshirt", "Latzschürze", "Duschtuch", "Arbeitshose", "Strickmütze",
			"Stofftasche", "Weste wattiert",
		},
	},
	"de electronics": {
		[]string{"Elektronik Vogt GmbH", "Bauteile Nord GmbH"},
		[]string{
			"Kondensator ###nF 50V", "Widerstand #k# 0805", "USB-C-Kabel # m", "Klemme #-polig", "LED 5 mm grün",
			"Relais 24 V", "Netzteil 12 V # A", "Sicherung T#A", "Stiftleiste 2x#", "Schrumpfschlauch # mm",
		},
	},
	"fr drinks": {
		[]string{"Boissons du Midi SARL", "Cave Montrachet Négoce SAS"},
		[]string{
			"Eau gazeuse", "Jus de pomme trouble", "Bière blonde", "Limonade artisanale", "Côtes du Rhône rouge",
			"Muscadet sur lie", "Sirop de menthe", "Cidre brut", "Nectar d'abricot", "Tonic",
		},
	},
	"fr food": {
		[]string{"Épicerie Gros Vidal SAS", "Saveurs de l'Ouest SARL"},
		[]string{
			"Riz basmati", "Farine T55", "Tomates concassées", "Pois chiches", "Huile de tournesol", "Biscuits sablés",
			"Fleur de sel", "Confiture de fraise", "Lait de coco", "Chocolat noir", "Moutarde à l'ancienne",
			"Coquillettes",
		},
	},
	"fr parts": {
		[]string{"Visserie Garonne SAS", "Roulements Perrin SA"},
		[]string{
			"Vis tête hexagonale M# x #0", "Rondelle plate M#", "Roulement 6##", "Raccord coudé # mm",
			"Presse-étoupe M#", "Courroie A##", "Vanne DN#0", "Collier #0-#5", "Foret HSS #,#", "Joint torique ## x #",
			"Disque 1## mm",
		},
	},
	"fr textiles": {
		[]string{"Tissages Reunis SARL", "Maille et Coton SAS"},
		[]string{
			"Tee-shirt col rond", "Veste polaire", "Polo piqué", "Tablier toile", "Drap de bain", "Pantalon de travail",
			"Bonnet côtelé", "Sac coton",
		},
	},
	"fr electronics": {
		[]string{"Composants Rhône SAS", "Électro Service Lyon SARL"},
		[]string{
			"Condensateur ###nF", "Résistance #k# 0805", "Câble USB-C # m", "Bornier # voies", "Relais 24 V",
			"Alimentation 12 V", "Fusible T#A", "Gaine # mm",
		},
	},
	"es drinks": {
		[]string{"Bebidas Levante SL", "Bodegas Alcor SA"},
		[]string{
			"Agua con gas", "Zumo de naranja", "Cerveza rubia", "Gaseosa", "Rioja crianza", "Albariño", "Tónica",
			"Vermut rojo", "Horchata", "Sidra natural",
		},
	},
	"es food": {
		[]string{"Alimentación Segura SL", "Coloniales Duero SA"},
		[]string{
			"Arroz bomba", "Harina de trigo", "Tomate triturado", "Garbanzo cocido", "Aceite de oliva",
			"Galletas maría", "Sal marina", "Mermelada de fresa", "Leche de coco", "Chocolate negro",
		},
	},
	"es parts": {
		[]string{"Tornillería Ebro SL", "Rodamientos Nervión SA"},
		[]string{
			"Tornillo hexagonal M# x #0", "Arandela plana M#", "Rodamiento 6##", "Racor codo # mm", "Prensaestopas M#",
			"Correa A##", "Válvula DN#0", "Abrazadera #0-#5", "Broca HSS #,#", "Junta tórica ## x #",
		},
	},
	"it drinks": {
		[]string{"Bevande Adda SRL", "Cantine Montello SPA"},
		[]string{
			"Acqua frizzante", "Succo di mela", "Birra chiara", "Gassosa", "Chianti", "Prosecco", "Chinotto",
			"Tè alla pesca", "Aranciata", "Amaro alle erbe",
		},
	},
	"it food": {
		[]string{"Alimentari Brenta SRL", "Sapori del Conero SRL"},
		[]string{
			"Riso arborio", "Farina tipo 00", "Polpa di pomodoro", "Ceci lessati", "Olio di semi", "Frollini",
			"Sale marino", "Confettura di fragole", "Penne rigate", "Cioccolato fondente",
		},
	},
	"it parts": {
		[]string{"Bulloneria Po SRL", "Cuscinetti Lario SPA"},
		[]string{
			"Vite testa esagonale M# x #0", "Rondella piana M#", "Cuscinetto 6##", "Raccordo a gomito # mm",
			"Pressacavo M#", "Cinghia A##", "Valvola DN#0", "Fascetta #0-#5", "Punta HSS #,#", "Guarnizione OR ## x #",
		},
	},
	"nl drinks": {
		[]string{"Drankenhandel De Waal BV", "Wijnimport Zuid BV"},
		[]string{
			"Bronwater met koolzuur", "Appelsap troebel", "Blond bier", "Cola", "Merlot", "Sauvignon", "Tonic",
			"Gemberbier", "Sinaasappelsap", "Jenever jong",
		},
	},
	"nl food": {
		[]string{"Levensmiddelen Terpstra BV", "Horeca Groothandel Maas BV"},
		[]string{
			"Basmatirijst", "Tarwebloem", "Tomatenblokjes", "Kikkererwten", "Zonnebloemolie", "Speculaas", "Zeezout",
			"Aardbeienjam", "Kokosmelk", "Pure chocolade", "Fritessaus",
		},
	},
	"nl parts": {
		[]string{"Bevestiging Twente BV", "Lagers en Riemen BV"},
		[]string{
			"Zeskantbout M# x #0", "Sluitring M#", "Kogellager 6##", "Knie # mm", "Kabelwartel M#", "V-snaar A##",
			"Kogelkraan DN#0", "Slangklem #0-#5", "Boor HSS #,#", "O-ring ## x #",
		},
	},
}
