package grounding_test

// replies5 are replies with what they rest on, and what is invented in them.
var replies5 = []example{
	{
		lang:     "es",
		evidence: []string{text19},
		reply:    "La sucursal de Polanco está en Francisco Sosa 88.",
		planted: []string{
			"Francisco Sosa 88",
		},
	},
	{
		lang:     "es",
		evidence: []string{text19},
		reply:    "El teléfono de Polanco es 55 5987 6543.",
		planted: []string{
			"55 5987 6543",
		},
	},
	{
		lang:     "es",
		evidence: []string{text19},
		reply:    "También estamos en Santa Fe y en Satélite.",
		planted: []string{
			"Santa Fe",
			"Satélite",
		},
	},
	{
		lang:     "es",
		evidence: []string{text20},
		reply:    "Te esperamos el jueves 12 de marzo a las 6:30 p.m. en Polanco.",
		planted: []string{
			"6:30 p.m.",
		},
	},
	{
		lang:     "es",
		evidence: []string{text20},
		reply:    "Te espera el Dr. Iván Castillo.",
		planted: []string{
			"Iván Castillo",
		},
	},
	{
		lang:     "es",
		evidence: []string{text20},
		reply:    "Le enviamos la confirmación a su WhatsApp y a su correo.",
		planted: []string{
			"enviamos la confirmación",
		},
	},
	{
		lang:     "es",
		evidence: []string{text21},
		reply:    "La membresía anual cuesta $4,999.",
		planted: []string{
			"$4,999",
		},
	},
	{
		lang:     "es",
		evidence: []string{text21},
		reply:    "La membresía trimestral cuesta $599.",
		planted: []string{
			"$599",
		},
	},
	{
		lang:     "es",
		evidence: []string{text21},
		reply:    "Las clases incluidas son spinning, yoga, box y natación.",
		planted: []string{
			"natación",
		},
	},
	{
		lang:     "es",
		evidence: []string{text21},
		reply:    "Los domingos abrimos de 8 a 2.",
		planted: []string{
			"domingos",
		},
	},
	{
		lang:     "es",
		evidence: []string{text21},
		reply:    "El estacionamiento es gratis las primeras 3 horas.",
		planted: []string{
			"3 horas",
		},
	},
	{
		lang:     "es",
		evidence: []string{text22},
		reply:    "La consulta pediátrica cuesta S/ 102.",
		planted: []string{
			"S/ 102",
		},
	},
	{
		lang:     "es",
		evidence: []string{text22},
		reply:    "La consulta cuesta S/ 120 e incluye vacunas.",
		planted: []string{
			"vacunas",
		},
	},
	{
		lang:     "es",
		evidence: []string{text23},
		reply:    "Estamos en Av. Alfredo Mendiola 3504.",
		planted: []string{
			"Av. Alfredo Mendiola 3504",
		},
	},
	{
		lang:     "en",
		evidence: []string{text24},
		reply:    "The suite is $89 per night.",
		planted: []string{
			"$89",
		},
	},
	{
		lang:     "en",
		evidence: []string{text24},
		reply:    "Pets up to 15 kg are welcome.",
		planted: []string{
			"15 kg",
		},
	},
	{
		lang:     "en",
		evidence: []string{text24},
		reply:    "Check-out is at noon.",
		planted: []string{
			"noon",
		},
	},
	{
		lang:     "en",
		evidence: []string{text24},
		reply:    "We have a rooftop pool and a gym.",
		planted: []string{
			"pool",
			"gym",
		},
	},
	{
		lang:     "en",
		evidence: []string{text24},
		reply:    "Call the front desk at +1 (305) 555-0189.",
		planted: []string{
			"+1 (305) 555-0189",
		},
	},
	{
		lang:     "en",
		evidence: []string{text24},
		reply:    "I've reserved a suite for you.",
		planted: []string{
			"I've reserved",
		},
	},
	{
		lang:     "es",
		evidence: []string{text25},
		reply:    "El ramo de 24 rosas cuesta $450.",
		planted: []string{
			"$450",
		},
	},
	{
		lang:     "es",
		evidence: []string{text25},
		reply:    "Hacemos entregas hasta las 21:00.",
		planted: []string{
			"21:00",
		},
	},
	{
		lang:     "es",
		evidence: []string{text25},
		reply:    "Incluye un oso de peluche y chocolates.",
		planted: []string{
			"oso de peluche",
			"chocolates",
		},
	},
	{
		lang:     "pt",
		evidence: []string{text26},
		reply:    "A garantia é de 6 meses.",
		planted: []string{
			"6 meses",
		},
	},
	{
		lang:     "pt",
		evidence: []string{text26},
		reply:    "A troca de óleo custa R$ 198,90.",
		planted: []string{
			"R$ 198,90",
		},
	},
	{
		lang:     "pt",
		evidence: []string{text26},
		reply:    "Também fazemos funilaria e pintura.",
		planted: []string{
			"funilaria",
			"pintura",
		},
	},
	{
		lang:     "pt",
		evidence: []string{text26},
		reply:    "Já confirmei seu horário com o mecânico.",
		planted: []string{
			"Já confirmei",
		},
	},
	{
		lang:     "es",
		evidence: []string{text27},
		reply:    "Te atiende Valeria Rubio.",
		planted: []string{
			"Valeria Rubio",
		},
	},
	{
		lang:     "es",
		evidence: []string{text27},
		reply:    "Nuestra colorista Renata está libre.",
		planted: []string{
			"Renata",
		},
	},
	{
		lang:     "es",
		evidence: []string{text28},
		reply:    "Tenemos estacionamiento para 20 autos.",
		planted: []string{
			"20 autos",
		},
	},
	{
		lang:     "es",
		evidence: []string{text28},
		reply:    "El estacionamiento cuesta $30 la hora.",
		planted: []string{
			"$30",
		},
	},
	{
		lang:     "es",
		evidence: []string{text29},
		reply:    "Hay lugar el martes 2 de diciembre a las 11:00.",
		planted: []string{
			"martes 2 de diciembre",
		},
	},
	{
		lang:     "es",
		evidence: []string{text29},
		reply:    "Hay lugar el miércoles 2 de diciembre a las 11:00.",
		planted: []string{
			"11:00",
		},
	},
	{
		lang:     "en",
		evidence: []string{text30},
		reply:    "Your order will arrive at 8:50 pm.",
		planted: []string{
			"8:50 pm",
		},
	},
	{
		lang:     "es",
		evidence: []string{text30},
		reply:    "Tu pedido ya fue entregado.",
		planted: []string{
			"ya fue entregado",
		},
	},
	{
		lang:     "es",
		evidence: []string{text30},
		reply:    "El total de tu pedido es $358.",
		planted: []string{
			"$358",
		},
	},
	{
		lang:     "es",
		evidence: []string{text31},
		reply:    "Tienes una cita el viernes a las 10.",
		planted: []string{
			"viernes",
			"10",
		},
	},
	{
		lang:     "es",
		evidence: []string{text32},
		reply:    "Te quedan 80 puntos.",
		planted: []string{
			"80 puntos",
		},
	},
	{
		lang:     "es",
		evidence: []string{},
		reply:    "Ya quedó registrada tu queja con el folio 4471.",
		planted: []string{
			"quedó registrada tu queja",
			"4471",
		},
	},
	{
		lang:     "es",
		evidence: []string{},
		reply:    "He actualizado tu número de teléfono.",
		planted: []string{
			"He actualizado",
		},
	},
}
