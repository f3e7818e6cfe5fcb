package grounding_test

// replies2 are replies with what they rest on, and what is invented in them.
var replies2 = []example{
	{
		lang:     "es",
		evidence: []string{},
		reply:    "Por seguridad no puedo compartir datos de otras personas. ¿Te ayudo con algo más?",
	},
	{
		lang:     "es",
		evidence: []string{text01},
		reply:    "Si el dolor es muy intenso o hay sangrado que no se detiene, acude a urgencias o llama al 911.",
	},
	{
		lang:     "es",
		evidence: []string{text02},
		reply:    "Paso 1: elige el servicio. Paso 2: dime el día y la hora. Paso 3: te confirmo por aquí.",
	},
	{
		lang:     "es",
		evidence: []string{text01},
		reply:    "Estoy para ayudarte 24/7 por este chat, aunque el consultorio abre de lunes a viernes de 8 a 20 h.",
	},
	{
		lang:     "es",
		evidence: []string{text05},
		reply:    "Perfecto, Sr. López. Le confirmo lo que tengo: consulta veterinaria, $18.500.",
	},
	{
		lang:     "es",
		evidence: []string{text07},
		reply:    "Claro. La clase es los martes y los jueves, de 18:30 a 20:30 h, durante doce semanas (unos 3 meses).",
	},
	{
		lang:     "en",
		evidence: []string{text11},
		reply:    "Does Wednesday, July 8 at 9 AM work for you? Dr. Ríos is available in San Isidro.",
	},
	{
		lang:     "pt",
		evidence: []string{text11},
		reply:    "Pode ser na quarta, dia 8 de julho, às 9h, em San Isidro, ou na quinta, dia 9, às 15h, em Surco.",
	},
	{
		lang:     "es",
		evidence: []string{text12},
		reply:    "Le recuerdo que su hora es el jueves 9 de julio, 15:00 hrs. Si no puede asistir, avísenos con tiempo.",
	},
	{
		lang:     "es",
		evidence: []string{text08},
		reply:    "Serían $1,500 o más para que el envío sea gratuito; si no, cuesta $120.",
	},
	{
		lang:     "es",
		evidence: []string{text01},
		reply:    "Abrimos de lunes a viernes de 8 a 9 de la noche.",
		planted: []string{
			"9 de la noche",
		},
	},
	{
		lang:     "es",
		evidence: []string{text01},
		reply:    "Los domingos abrimos de 10:00 a 13:00.",
		planted: []string{
			"domingos",
			"10:00",
			"13:00",
		},
	},
	{
		lang:     "es",
		evidence: []string{text01},
		reply:    "Los sábados atendemos hasta las cuatro de la tarde.",
		planted: []string{
			"cuatro de la tarde",
		},
	},
	{
		lang:     "es",
		evidence: []string{text01},
		reply:    "La última cita es 45 minutos antes del cierre.",
		planted: []string{
			"45 minutos",
		},
	},
	{
		lang:     "es",
		evidence: []string{text02},
		reply:    "El masaje de piedras calientes cuesta $950 y dura hora y media.",
		planted: []string{
			"$950",
		},
	},
	{
		lang:     "es",
		evidence: []string{text02},
		reply:    "El masaje relajante dura hora y media.",
		planted: []string{
			"hora y media",
		},
	},
	{
		lang:     "es",
		evidence: []string{text02},
		reply:    "También tenemos masaje de tejido profundo y aromaterapia.",
		planted: []string{
			"tejido profundo",
			"aromaterapia",
		},
	},
	{
		lang:     "es",
		evidence: []string{text02},
		reply:    "Los dos masajes juntos quedan en $2,050.",
		planted: []string{
			"$2,050",
		},
	},
	{
		lang:     "es",
		evidence: []string{text03},
		reply:    "El corte y barba vale 54 mil pesos.",
		planted: []string{
			"54 mil pesos",
		},
	},
	{
		lang:     "es",
		evidence: []string{text03},
		reply:    "El corte y barba cuesta 45.000 dólares.",
		planted: []string{
			"45.000 dólares",
		},
	},
	{
		lang:     "es",
		evidence: []string{text03},
		reply:    "El corte y barba cuesta $4.500.000.",
		planted: []string{
			"$4.500.000",
		},
	},
	{
		lang:     "es",
		evidence: []string{text04},
		reply:    "La alineación 3D cuesta $25.500 e incluye balanceo.",
		planted: []string{
			"$25.500",
			"balanceo",
		},
	},
	{
		lang:     "es",
		evidence: []string{text05},
		reply:    "La consulta sale $18.500 y la vacuna está bonificada con 2x1.",
		planted: []string{
			"2x1",
		},
	},
	{
		lang:     "es",
		evidence: []string{text06},
		reply:    "El tour sale a las 6:30 de la mañana.",
		planted: []string{
			"6:30 de la mañana",
		},
	},
	{
		lang:     "es",
		evidence: []string{text06},
		reply:    "El tour cuesta 65 soles.",
		planted: []string{
			"65 soles",
		},
	},
	{
		lang:     "es",
		evidence: []string{text06},
		reply:    "El tour incluye almuerzo buffet.",
		planted: []string{
			"almuerzo buffet",
		},
	},
	{
		lang:     "en",
		evidence: []string{text06},
		reply:    "The tour needs at least 4 people.",
		planted: []string{
			"4 people",
		},
	},
	{
		lang:     "en",
		evidence: []string{text06},
		reply:    "The tour is $56 per person.",
		planted: []string{
			"$56",
		},
	},
	{
		lang:     "es",
		evidence: []string{text07},
		reply:    "El curso inicia el 13 de agosto.",
		planted: []string{
			"13 de agosto",
		},
	},
	{
		lang:     "es",
		evidence: []string{text07},
		reply:    "El curso inicia el martes 3 de agosto.",
		planted: []string{
			"martes 3 de agosto",
		},
	},
	{
		lang:     "es",
		evidence: []string{text07},
		reply:    "Las clases son lunes y miércoles de 18:30 a 20:30.",
		planted: []string{
			"lunes",
			"miércoles",
		},
	},
	{
		lang:     "es",
		evidence: []string{text07},
		reply:    "Son tres pagos de $1,800.",
		planted: []string{
			"$1,800",
		},
	},
	{
		lang:     "es",
		evidence: []string{text07},
		reply:    "Quedan solo 4 lugares en el curso.",
		planted: []string{
			"4 lugares",
		},
	},
	{
		lang:     "es",
		evidence: []string{text08},
		reply:    "El envío cuesta $150 y llega en 3 a 5 días hábiles.",
		planted: []string{
			"$150",
		},
	},
	{
		lang:     "es",
		evidence: []string{text08},
		reply:    "El envío llega en 24 a 48 horas.",
		planted: []string{
			"24",
			"48 horas",
		},
	},
	{
		lang:     "es",
		evidence: []string{text08},
		reply:    "El envío es gratis en compras mayores a $1,000.",
		planted: []string{
			"$1,000",
		},
	},
	{
		lang:     "pt",
		evidence: []string{text09},
		reply:    "A avaliação custa R$ 108,00.",
		planted: []string{
			"R$ 108,00",
		},
	},
	{
		lang:     "pt",
		evidence: []string{text09},
		reply:    "Pode parcelar em até 6x sem juros.",
		planted: []string{
			"6x",
		},
	},
	{
		lang:     "pt",
		evidence: []string{text09},
		reply:    "Aos sábados atendemos das 8h às 14h.",
		planted: []string{
			"14h",
		},
	},
	{
		lang:     "pt",
		evidence: []string{text09},
		reply:    "Ficamos na Rua das Acácias, 230, Savassi.",
		planted: []string{
			"Rua das Acácias, 230",
		},
	},
}
