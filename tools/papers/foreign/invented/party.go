package invented

import "strings"

// Party has the name and address of a supplier or a customer.
type Party struct{ Name, Street, Town, Country, TaxID string }

// Land has words for companies and addresses of a country.
type Land struct {
	Names, Forms, Buyers string
	Streets, Towns       string
	// Streets have the house number in place of #.
	Country, TaxID string
}

// Called gives suppliers of a country other names.
func (l Land) Called(names, forms string) Land {
	l.Names, l.Forms = names, forms
	return l
}

// At makes up an address and a tax number.
func (s *Source) At(l Land) Party {
	street := strings.Replace(s.Pick(l.Streets), "#", s.Code("##"), 1)
	return Party{Street: street, Town: s.Pick(l.Towns), Country: l.Country, TaxID: s.Code(l.TaxID)}
}

// Lines writes name and address.
func (p Party) Lines() []string { return []string{p.Name, p.Street, p.Town, p.Country} }

// The countries of suppliers.
var (
	America = Land{
		Names: "Tri-County|Blue Mesa|Lakeshore|Old Post|Cedar Fork", Forms: "Supply Co.|Distributing, Inc.|Wholesale LLC",
		Buyers:  "Corner Garage Inc.|Sunny Days Market LLC|Marketplace Traders LLC|Prairie Home Goods Co.",
		Streets: "# Industrial Pkwy|# W Harrison St|# County Road 9|# Commerce Dr, Ste 4",
		Towns:   "Toledo, OH 43612|Boise, ID 83705|Chattanooga, TN 37404|Fresno, CA 93725", Country: "USA",
		TaxID: "##-#######",
	}
	Britain = Land{
		Names: "Pendle|Harrowgate|Thornbury|Wren & Daughters|Calder Vale", Forms: "Trading Ltd|Wholesale Ltd|& Co. Limited",
		Buyers:  "The Village Larder|High Street Traders Ltd|Moss Lane Stores|Bright Corner Ltd",
		Streets: "# Mill Lane|Unit #, Canal Trading Estate|# Station Road|# Foundry Street",
		Towns:   "Halifax HX1 5QD|Norwich NR3 2BU|Swindon SN2 8EG|Dundee DD4 9RH", Country: "United Kingdom",
		TaxID: "GB ### #### ##",
	}
	Germany = Land{
		Names: "Brackmann|Hollerbeck|Steinfurth|Weidner & Sohn|Kranich", Forms: "GmbH|GmbH & Co. KG|Handels-GmbH",
		Buyers:  "Versandhaus Lindner e.K.|Kaufladen am Markt|Müller & Roth GbR|Nordlicht Online GmbH",
		Streets: "Gewerbering #|Am Güterbahnhof #|Lange Straße #|Hafenweg #",
		Towns:   "33602 Bielefeld|24103 Kiel|97070 Würzburg|04229 Leipzig", Country: "Deutschland", TaxID: "DE#########",
	}
	Austria = Land{
		Names: "Biohof Moser|Obsthof Kirchleitner|Gärtnerei Haas", Forms: "OG|KG|e.U.",
		Buyers:  "Greißlerei am Eck|Naturladen Grün OG|Wirtshaus zur Linde",
		Streets: "Dorfplatz #|Feldgasse #|Unterer Weg #", Towns: "8323 Sankt Marein|3502 Krems|4560 Kirchdorf",
		Country: "Österreich", TaxID: "ATU########",
	}
	Switzerland = Land{
		Names: "Papeterie Zbinden|Büro-Depot Aare|Kontor Rigi", Forms: "AG|GmbH|& Cie AG",
		Buyers:  "Treuhand Seeblick AG|Versandlager Mittelland GmbH|Schulverein Oberdorf",
		Streets: "Bahnhofstrasse #|Industrieweg #|Im Grund #", Towns: "3600 Thun|6430 Schwyz|5000 Aarau|9500 Wil SG",
		Country: "Schweiz", TaxID: "CHE-###.###.### MWST",
	}
	France = Land{
		Names: "Domaine Verdier|Maison Lacombe|Établissements Rouvière|Comptoir Delmas", Forms: "SARL|SAS|et Fils",
		Buyers:  "Épicerie du Canal|Boutique des Halles SARL|Le Petit Comptoir|Mercerie Ninon",
		Streets: "# rue des Tanneurs|# avenue de la Gare|ZA les Chênes, lot #|# place du Marché",
		Towns:   "33220 Sainte-Foy-la-Grande|69400 Villefranche-sur-Saône|31000 Toulouse|59200 Tourcoing",
		Country: "France", TaxID: "FR##### ### ###",
	}
	Spain = Land{
		Names: "Distribuciones Albor|Comercial Peñalba|Hermanos Ferrándiz", Forms: "S.L.|S.A.|S.L.U.",
		Buyers:  "Ultramarinos La Esquina|Tienda Online Sur S.L.|Autoservicio Rosales",
		Streets: "C/ Mayor, #|Pol. Ind. El Olivar, nave #|Avda. del Puerto, #",
		Towns:   "46001 Valencia|41007 Sevilla|50014 Zaragoza", Country: "España", TaxID: "B########",
	}
	Italy = Land{
		Names: "Fratelli Berardi|Profumeria Laguna|Essenze Toscane", Forms: "S.r.l.|S.p.A.|S.n.c.",
		Buyers:  "Bottega Verde Prato di Rossi M.|Centro Estetico Iris|Emporio Centrale S.r.l.",
		Streets: "Via Garibaldi, #|Via dell'Artigianato, #|Corso Italia, #",
		Towns:   "50019 Sesto Fiorentino (FI)|35131 Padova (PD)|20025 Legnano (MI)", Country: "Italia",
		TaxID: "IT###########",
	}
	Holland = Land{
		Names: "Zuivelhandel De Vries|Van der Plas|Kaashuis Westerveld", Forms: "B.V.|Groothandel B.V.|en Zonen",
		Buyers:  "Buurtsuper De Hoek|Webwinkel Polderland B.V.|Lunchroom Noord",
		Streets: "Handelskade #|Molenweg #|Zuiderdijk #", Towns: "1431 GB Aalsmeer|8911 KL Leeuwarden|3812 RE Amersfoort",
		Country: "Nederland", TaxID: "NL#########B01",
	}
	Poland = Land{
		Names: "Łożyska Północ|Zakład Części Wróbel|Moto-Świat", Forms: "Sp. z o.o.|S.A.|Sp. j.",
		Buyers:  "Nordlicht Online GmbH, Kiel, Germany|Corner Garage ApS, Aarhus, Denmark|AutoDíly s.r.o., Brno, Czechia",
		Streets: "ul. Składowa #|ul. Kościuszki #|al. Niepodległości #",
		Towns:   "61-897 Poznań|90-127 Łódź|35-105 Rzeszów", Country: "Poland", TaxID: "PL##########",
	}
	China = Land{
		Names:   "Ningbo Sunhope|Yiwu Goodwell|Shenzhen Bestlink|Hangzhou Everbright Arts",
		Forms:   "Imp. & Exp. Co., Ltd.|Industrial Co., Ltd.",
		Buyers:  "Marketplace Traders LLC|High Street Traders Ltd|Nordlicht Online GmbH",
		Streets: "Room #, Huafeng Plaza, No. 188 Zhongshan Road|Building #, Xinqiao Industrial Zone",
		Towns:   "Ningbo, Zhejiang 315000|Shenzhen, Guangdong 518104", Country: "P.R. China", TaxID: "91330200MA########",
	}
	India = Land{
		Names: "Shree Ambika|Kaveri|New Bharat|Jaipur Block", Forms: "Textiles|Handlooms Pvt. Ltd.|Exports|Fabrics & Co.",
		Buyers:  "Meera Fashions|Online Bazaar Retail Pvt. Ltd.|Sundaram Stores",
		Streets: "Plot No. #, GIDC Estate|# Ring Road Market, 2nd Floor|Shop #, Cloth Market",
		Towns:   "Surat - 395002|Ahmedabad - 380001|Vadodara - 390010", Country: "Gujarat, India", TaxID: "24@@@@@####@1Z#",
	}
)
