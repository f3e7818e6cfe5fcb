package calendar

import "slices"

// sharedFeasts lists what customers name instead of a date wherever they are.
var sharedFeasts = append(keptBy("", []feastRow{
	{fixed(12, 24), "nochebuena,noche buena,noche de navidad,christmas eve,xmas eve,vespera de natal,noite de natal"},
	{fixed(12, 25), "navidad,dia de navidad,christmas,christmas day,xmas,natal,dia de natal"},
	{fixed(12, 28), "dia de los inocentes,santos inocentes"},
	{fixed(12, 31), "nochevieja,noche vieja,fin de ano,noche de fin de ano,ano viejo,noche de ano nuevo,new years eve,new year eve,reveillon,vespera de ano novo,virada do ano"},
	{fixed(1, 1), "ano nuevo,dia de ano nuevo,primero de ano,new years day,new years,new year,ano novo,dia de ano novo"},
	{fixed(1, 6), "dia de reyes,reyes,reyes magos,dia de los reyes,dia de los reyes magos,three kings day,epiphany,epifania,dia de reis"},
	{fixed(1, 5), "noche de reyes,vispera de reyes"},
	{fixed(2, 2), "dia de la candelaria,fiesta de la candelaria"},
	{fixed(2, 14), "san valentin,dia de san valentin,dia de los enamorados,dia del amor,dia del amor y la amistad,amor y amistad,dia de la amistad,valentines,valentines day,valentine,valentines night"},
	{fixed(3, 8), "dia de la mujer,dia internacional de la mujer,womens day,dia da mulher"},
	{fixed(3, 17), "st patricks,st patricks day,saint patricks day"},
	{fixed(4, 22), "dia de la tierra,earth day"},
	{fixed(5, 1), "dia del trabajo,dia del trabajador,dia de los trabajadores,dia do trabalho,dia do trabalhador"},
	{fixed(6, 23), "noche de san juan,verbena de san juan,vispera de san juan,fogata de san juan,hogueras de san juan"},
	{fixed(6, 24), "dia de san juan,fiesta de san juan,sao joao,festa de sao joao,dia de sao joao"},
	{fixed(6, 29), "san pedro y san pablo,dia de san pedro,dia de san pedro y san pablo,fiesta de san pedro"},
	{fixed(10, 31), "halloween,noche de brujas,dia de brujas,dia das bruxas"},
	{fixed(11, 1), "todos los santos,dia de todos los santos,all saints,all saints day,todos os santos"},
	{fixed(11, 2), "dia de muertos,dia de los muertos,dia de difuntos,dia de los difuntos,fieles difuntos,finados,dia de finados,day of the dead"},
	{fixed(12, 8), "inmaculada,inmaculada concepcion,la inmaculada,dia de la inmaculada"},
	{fixed(8, 15), "fiesta de la asuncion,dia de la asuncion,asuncion de la virgen"},
	{fixed(3, 19), "dia de san jose"},

	{easterPlus(-47), "martes de carnaval,terca de carnaval,terca feira de carnaval,mardi gras,fat tuesday,carnaval,carnavales"},
	{easterPlus(-48), "lunes de carnaval,segunda de carnaval,segunda feira de carnaval"},
	{easterPlus(-49), "domingo de carnaval"},
	{easterPlus(-50), "sabado de carnaval"},
	{easterPlus(-51), "sexta de carnaval,viernes de carnaval"},
	{easterPlus(-46), "miercoles de ceniza,quarta de cinzas,quarta feira de cinzas,ash wednesday"},
	{easterPlus(-7), "domingo de ramos,palm sunday"},
	{easterPlus(-6), "lunes santo"},
	{easterPlus(-5), "martes santo"},
	{easterPlus(-4), "miercoles santo"},
	{easterPlus(-3), "jueves santo,quinta feira santa,quinta santa,holy thursday,maundy thursday"},
	{easterPlus(-2), "viernes santo,sexta feira santa,sexta santa,sexta feira da paixao,sexta da paixao,good friday"},
	{easterPlus(-1), "sabado santo,sabado de gloria,sabado de aleluia,holy saturday"},
	{easterPlus(0), "pascua,domingo de pascua,domingo de resurreccion,domingo santo,pascua de resurreccion,easter,easter sunday,pascoa,domingo de pascoa"},
	{easterPlus(1), "lunes de pascua,easter monday"},
	{easterPlus(49), "pentecostes"},
	{easterPlus(60), "corpus christi,corpus,corpus cristi"},

	{NthOf(5, 7, 2), "dia de la madre,dia de las madres,dia de la mama,dia de mama,dia de las mamas,dia de la mami,dia de mami,dia de la mamita,dia de las mamis,mothers day,dia das maes,dia da mae,dia das mamaes,dia da mamae"},
	{NthOf(6, 7, 3), "dia del padre,dia de los padres,dia del papa,dia de papa,dia del papi,dia de papi,dia del papito,fathers day,dia dos pais"},
	{NthOf(11, 4, 4), "dia de accion de gracias,accion de gracias,thanksgiving,thanksgiving day"},
	{NthOf(11, 4, 4).after(1), "black friday,viernes negro"},
	{NthOf(11, 4, 4).after(4), "cyber monday,ciber monday,cyberlunes"},

	{NthOf(1, 1, 3), "mlk day,martin luther king day"},
	{NthOf(2, 7, 2), "super bowl,super bowl sunday,superbowl"},
	{NthOf(2, 1, 3), "presidents day"},
	{NthOf(5, 1, 5), "memorial day"},
	{fixed(6, 19), "juneteenth"},
	{fixed(7, 4), "independence day"},
	{NthOf(9, 1, 1), "labor day,labour day"},
	{NthOf(10, 1, 2), "columbus day,indigenous peoples day"},
	{fixed(11, 11), "veterans day"},
}), Feast{names: "semana santa,holy week", On: easterPlus(0), Days: 8},
	Feast{names: "san pedro", On: fixed(6, 29), PlaceToo: true}, Feast{names: "san juan", On: fixed(6, 24), PlaceToo: true}, Feast{names: "san jose", On: fixed(3, 19), PlaceToo: true})

// countryFeasts lists the feasts of single countries, and the days on which one keeps what others keep elsewhere.
var countryFeasts = append(slices.Concat(
	keptBy("MX US", []feastRow{{fixed(5, 5), "batalla de puebla,dia de la batalla de puebla"}}),
	keptBy("MX CO", []feastRow{{fixed(5, 15), "dia del maestro,dia de los maestros"}}),
	keptBy("PE AR", []feastRow{{NthOf(8, 7, 3), "dia del nino"}}),
	keptBy("MX", []feastRow{
		{NthOf(2, 1, 1), "dia de la constitucion,puente de febrero,puente de la constitucion"},
		{fixed(2, 2), "candelaria,la candelaria"},
		{fixed(2, 24), "dia de la bandera"},
		{fixed(3, 21), "natalicio de benito juarez,natalicio de juarez"},
		{NthOf(3, 1, 3), "puente de marzo,puente de juarez,puente de benito juarez"},
		{fixed(4, 30), "dia del nino,dia de la nina,dia del nino y la nina"},
		{fixed(5, 3), "dia de la santa cruz,dia del albanil"},
		{fixed(5, 10), "dia de la madre,dia de las madres,dia de la mama,dia de mama,dia de las mamas,dia de la mami,dia de mami,dia de la mamita,dia de las mamis,mothers day"},
		{fixed(9, 16), "fiestas patrias,dia de la independencia,independencia de mexico"},
		{fixed(11, 20), "dia de la revolucion,aniversario de la revolucion,revolucion mexicana"},
		{NthOf(11, 1, 3), "puente de la revolucion,puente de revolucion,puente de noviembre"},
		{fixed(12, 12), "dia de la virgen,virgen de guadalupe,dia de la virgen de guadalupe,la guadalupana,dia de la guadalupana"},
	}),
	keptBy("PE", []feastRow{
		{fixed(6, 7), "dia de la bandera"},
		{fixed(6, 24), "inti raymi"},
		{fixed(7, 6), "dia del maestro"},
		{fixed(7, 28), "fiestas patrias,dia de la independencia,dia de la patria"},
		{fixed(8, 6), "batalla de junin"},
		{fixed(8, 30), "santa rosa,santa rosa de lima,dia de santa rosa,feriado de santa rosa"},
		{fixed(10, 8), "combate de angamos"},
		{fixed(10, 31), "dia de la cancion criolla"},
		{fixed(12, 9), "batalla de ayacucho"},
	}),
	keptBy("AR", []feastRow{
		{fixed(3, 24), "dia de la memoria"},
		{fixed(4, 2), "dia de malvinas,dia de las malvinas,dia del veterano"},
		{fixed(5, 25), "dia de la patria,revolucion de mayo"},
		{moved(aroundMonday, 6, 17), "dia de guemes,paso a la inmortalidad de guemes"},
		{fixed(6, 20), "dia de la bandera"},
		{fixed(7, 9), "dia de la independencia"},
		{fixed(7, 20), "dia del amigo"},
		{moved(aroundMonday, 8, 17), "dia de san martin,feriado de san martin,paso a la inmortalidad de san martin"},
		{NthOf(8, 7, 3), "dia de las infancias,dia de la ninez"},
		{fixed(9, 11), "dia del maestro"},
		{fixed(9, 21), "dia de la primavera,dia del estudiante"},
		{moved(aroundMonday, 10, 12), "dia de la raza,dia del respeto a la diversidad cultural,dia de la diversidad cultural,dia de la diversidad"},
		{NthOf(10, 7, 3), "dia de la madre,dia de las madres,dia de la mama,dia de la mami,dia de mami,dia de la mamita,dia de las mamis,mothers day"},
		{moved(aroundMonday, 11, 20), "dia de la soberania,dia de la soberania nacional"},
	}),
	keptBy("CL", []feastRow{
		{fixed(5, 21), "glorias navales,dia de las glorias navales,combate naval"},
		{moved(nearestMonday, 6, 29), "san pedro y san pablo"},
		{fixed(7, 16), "virgen del carmen,dia de la virgen del carmen"},
		{NthOf(8, 7, 2), "dia del nino,dia de la ninez"},
		{fixed(9, 18), "fiestas patrias,dia de la independencia,dia de la patria"},
		{fixed(9, 19), "glorias del ejercito,dia de las glorias del ejercito"},
		{moved(nearestMonday, 10, 12), "encuentro de dos mundos,dia del encuentro de dos mundos,dia de la raza"},
		{fixed(10, 16), "dia del maestro,dia del profesor"},
	}),
	keptBy("CO", []feastRow{
		{moved(nextMonday, 1, 6), "puente de reyes,festivo de reyes,lunes de reyes"},
		{moved(nextMonday, 3, 19), "dia de san jose,puente de san jose,festivo de san jose"},
		{easterPlus(43), "ascension,dia de la ascension,ascension del senor"},
		{easterPlus(64), "corpus christi,corpus,corpus cristi"},
		{easterPlus(71), "sagrado corazon,sagrado corazon de jesus"},
		{moved(nextMonday, 6, 29), "san pedro y san pablo"},
		{fixed(7, 20), "dia de la independencia,grito de independencia"},
		{fixed(8, 7), "batalla de boyaca"},
		{moved(nextMonday, 8, 15), "dia de la asuncion,fiesta de la asuncion,asuncion de la virgen,puente de la asuncion"},
		{NthOf(9, 6, 3), "dia del amor,dia del amor y la amistad,amor y amistad,dia de amor y amistad"},
		{moved(nextMonday, 10, 12), "dia de la raza,puente de la raza,festivo de la raza"},
		{NthOf(4, 6, 5), "dia del nino"},
		{moved(nextMonday, 11, 1), "todos los santos,dia de todos los santos,puente de todos los santos"},
		{moved(nextMonday, 11, 11), "independencia de cartagena"},
		{fixed(12, 7), "dia de las velitas,noche de velitas,noche de las velitas"},
	}),
	keptBy("ES", []feastRow{
		{fixed(3, 19), "dia del padre,dia de los padres,dia del papa,dia del papi,dia de papi,dia del papito,fathers day"},
		{NthOf(5, 7, 1), "dia de la madre,dia de las madres,dia de la mama,dia de la mami,dia de mami,dia de la mamita,dia de las mamis,mothers day"},
		{fixed(2, 28), "dia de andalucia"},
		{fixed(4, 23), "sant jordi,dia del libro"},
		{fixed(5, 2), "dia de la comunidad de madrid"},
		{fixed(5, 15), "san isidro,dia de san isidro"},
		{fixed(7, 7), "san fermin"},
		{fixed(7, 25), "dia de santiago,santiago apostol"},
		{fixed(8, 15), "virgen de agosto,la asuncion"},
		{fixed(9, 11), "diada,la diada"},
		{fixed(9, 24), "la merce"},
		{fixed(10, 12), "dia de la hispanidad,fiesta nacional,dia del pilar,virgen del pilar,el pilar"},
		{fixed(12, 6), "dia de la constitucion,puente de la constitucion,puente de diciembre"},
		{fixed(11, 20), "dia del nino"},
	}),
	keptBy("US", []feastRow{
		{NthOf(1, 1, 3), "dia de martin luther king"},
		{NthOf(2, 1, 3), "dia de los presidentes"},
		{fixed(7, 4), "dia de la independencia"},
		{NthOf(9, 1, 1), "dia del trabajo"},
		{fixed(11, 11), "dia de los veteranos"},
	}),
	keptBy("BR", []feastRow{
		{fixed(4, 21), "tiradentes,dia de tiradentes"},
		{fixed(6, 12), "dia dos namorados,dia de los enamorados"},
		{NthOf(8, 7, 2), "dia dos pais"},
		{fixed(9, 7), "dia da independencia,independencia do brasil"},
		{fixed(10, 12), "dia das criancas,nossa senhora aparecida,dia de nossa senhora aparecida"},
		{fixed(10, 15), "dia do professor,dia dos professores"},
		{fixed(11, 15), "proclamacao da republica,dia da proclamacao da republica"},
		{fixed(11, 20), "consciencia negra,dia da consciencia negra"},
	}),
), Feast{names: "el grito,dia del grito,noche del grito,noche mexicana,grito de independencia", On: fixed(9, 15), countries: "MX", Night: true})

// feastRow is a feast without what few have.
type feastRow struct {
	on    Rule
	names string
}

func keptBy(countries string, rows []feastRow) []Feast {
	list := make([]Feast, len(rows))
	for i, r := range rows {
		list[i] = Feast{names: r.names, On: r.on, countries: countries}
	}
	return list
}

func moved(kind feastKind, month, day int) Rule {
	return Rule{kind: kind, month: month, day: day}
}
