package grounding_test

// replies are replies with what they rest on, and what is invented in them.
var replies = []example{
	{
		lang:     "es",
		evidence: []string{text01},
		reply:    "¡Hola, Sofía! 👋 Abrimos de lunes a viernes de 8 a.m. a 8 p.m. y los sábados de 9 a.m. a 2 p.m. Los domingos descansamos.",
	},
	{
		lang:     "es",
		evidence: []string{text01},
		reply:    "Los sábados atendemos hasta las dos de la tarde; la última cita es media hora antes del cierre, o sea a la 1:30.",
	},
	{
		lang:     "es",
		evidence: []string{text01},
		reply:    "Mañana con gusto te recibimos, solo dime a qué hora te queda mejor 😊",
	},
	{
		lang:     "es",
		evidence: []string{text02},
		reply:    "El masaje relajante dura una hora y cuesta $950; el de piedras calientes, hora y media, cuesta $1,200. ¿Cuál prefieres?",
	},
	{
		lang:     "es",
		evidence: []string{text02},
		reply:    "El facial hidratante cuesta 780 pesos y dura 50 minutos. Si lo combinas con el masaje relajante serían $1,730 en total.",
	},
	{
		lang:     "es",
		evidence: []string{text02},
		reply:    "Los dos masajes juntos quedan en $2,150 ($950 + $1,200).",
	},
	{
		lang:     "es",
		evidence: []string{text03},
		reply:    "El corte y barba vale 45 mil pesos y toma unos 40 minutos.",
	},
	{
		lang:     "es",
		evidence: []string{text03},
		reply:    "El corte con barba cuesta $45.000 COP. ¿Para qué día te agendo?",
	},
	{
		lang:     "es",
		evidence: []string{text04},
		reply:    "La alineación 3D tiene un valor de $25.000.",
	},
	{
		lang:     "es",
		evidence: []string{text05},
		reply:    "La consulta sale $18.500. Cualquier cosa me avisás.",
	},
	{
		lang:     "es",
		evidence: []string{text06},
		reply:    "El tour full day cuesta 65 dólares por persona, sale a las 5:30 de la mañana y regresa a las 6 de la tarde aproximadamente. Incluye desayuno y guía.",
	},
	{
		lang:     "es",
		evidence: []string{text06},
		reply:    "Para 2 personas serían US$130 (US$65 c/u).",
	},
	{
		lang:     "en",
		evidence: []string{text06},
		reply:    "The full-day tour is $65 per person, leaves at 5:30 am and is back around 6 pm. Breakfast and a guide are included.",
	},
	{
		lang:     "es",
		evidence: []string{text07},
		reply:    "El curso intensivo dura 12 semanas, martes y jueves de 6:30 a 8:30 de la noche, e inicia el lunes 3 de agosto. Cuesta $4,800 o tres pagos de $1,600.",
	},
	{
		lang:     "es",
		evidence: []string{text07},
		reply:    "El grupo es de máximo quince alumnos y al terminar quedas con nivel B2.",
	},
	{
		lang:     "es",
		evidence: []string{text08},
		reply:    "Enviamos a todo el país en 3-5 días hábiles por $120, y es gratis si tu compra pasa de $1,500.",
	},
	{
		lang:     "es",
		evidence: []string{text08},
		reply:    "Si haces tu pedido antes del mediodía te llega hoy mismo en CDMX 🚚",
	},
	{
		lang:     "pt",
		evidence: []string{text09},
		reply:    "A avaliação custa 180 reais e pode ser dividida em até 3x sem juros. Quer agendar?",
	},
	{
		lang:     "pt",
		evidence: []string{text09},
		reply:    "Atendemos de segunda a sexta das 8h às 18h e aos sábados até meio-dia. Ficamos na Rua das Acácias, 320, na Savassi.",
	},
	{
		lang:     "pt",
		evidence: []string{text09},
		reply:    "Nosso telefone é (31) 3555-0142. Posso ajudar em mais alguma coisa?",
	},
	{
		lang:     "pt",
		evidence: []string{text09},
		reply:    "Três parcelas de R$ 60,00 sem juros, total de R$ 180,00.",
	},
	{
		lang:     "en",
		evidence: []string{text10},
		reply:    "A deep clean is $210 and takes around three hours. We bring everything we need!",
	},
	{
		lang:     "en",
		evidence: []string{text10},
		reply:    "If you cancel less than 12 hours before, there's a $40 fee. You can reach us at (415) 555-0137 or hello@sparkle.example.",
	},
	{
		lang:     "en",
		evidence: []string{text10},
		reply:    "Of course! Could you share your address and the number of bedrooms so I can check?",
	},
	{
		lang:     "es",
		evidence: []string{text11},
		reply:    "Tengo el miércoles 8 de julio a las 9 de la mañana en San Isidro con la Dra. Ríos, o el jueves 9 a las 3 pm en Surco con el Dr. Vega.",
	},
	{
		lang:     "es",
		evidence: []string{text12},
		reply:    "Listo, cambié tu cita: ahora es el jueves 9 de julio a las 3 de la tarde en Surco con el Dr. Hugo Vega ✅",
	},
	{
		lang:     "es",
		evidence: []string{text13},
		reply:    "Tu cita del 9 de julio quedó cancelada. Si quieres otra fecha, aquí estoy.",
	},
	{
		lang:     "es",
		evidence: []string{text14},
		reply:    "Ese horario se acaba de ocupar 😕 ¿Quieres que busque otro?",
	},
	{
		lang:     "es",
		evidence: []string{text15},
		reply:    "Ya avisé al equipo; una persona te escribirá por aquí en cuanto se desocupe.",
	},
	{
		lang:     "es",
		evidence: []string{text16},
		reply:    "¡Gracias! Ya actualicé tu correo.",
	},
	{
		lang:     "es",
		evidence: []string{text17},
		reply:    "Tenemos tacos al pastor a $22 (con piña y cebolla) y quesadilla de flor a $48. El agua de jamaica se nos terminó por hoy.",
	},
	{
		lang:     "es",
		evidence: []string{text17},
		reply:    "Tres tacos al pastor serían $66 (3 × $22).",
	},
	{
		lang:     "es",
		evidence: []string{},
		reply:    "Lamento mucho lo que pasó. Voy a pedirle a una persona del equipo que revise tu caso y te escriba por este medio.",
	},
	{
		lang:     "es",
		evidence: []string{},
		reply:    "Entiendo. ¿Me confirmas tu nombre y un número de contacto, por favor? Así te damos seguimiento.",
	},
	{
		lang:     "en",
		evidence: []string{},
		reply:    "I'm sorry, I don't have that information. Would you like me to ask a member of the team?",
	},
	{
		lang:     "pt",
		evidence: []string{},
		reply:    "Desculpe, não tenho essa informação. Quer que eu chame alguém da equipe?",
	},
	{
		lang:     "es",
		evidence: []string{text05},
		reply:    "No manejamos cirugías ni ortodoncia, pero con gusto te ayudo con las consultas.",
	},
	{
		lang:     "es",
		evidence: []string{text02},
		reply:    "¿Buscas algo para una ocasión especial o es para consentirte? 💆‍♀️",
	},
	{
		lang:     "es",
		evidence: []string{},
		reply:    "Sí claro, para dos personas no hay problema. ¿A nombre de quién hago la reserva?",
	},
	{
		lang:     "en",
		evidence: []string{},
		reply:    "You're welcome, James! Have a great weekend and see you soon.",
	},
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
	{
		lang:     "pt",
		evidence: []string{text09},
		reply:    "Nosso telefone é (31) 3555-0124.",
		planted: []string{
			"(31) 3555-0124",
		},
	},
	{
		lang:     "pt",
		evidence: []string{text09},
		reply:    "Também temos clareamento a laser por R$ 600.",
		planted: []string{
			"clareamento",
			"R$ 600",
		},
	},
	{
		lang:     "en",
		evidence: []string{text10},
		reply:    "A deep clean takes about 2 hours.",
		planted: []string{
			"2 hours",
		},
	},
	{
		lang:     "en",
		evidence: []string{text10},
		reply:    "There's a $50 fee if you cancel late.",
		planted: []string{
			"$50",
		},
	},
	{
		lang:     "en",
		evidence: []string{text10},
		reply:    "Email us at help@sparkle.example.",
		planted: []string{
			"help@sparkle.example",
		},
	},
	{
		lang:     "en",
		evidence: []string{text10},
		reply:    "We also do carpet cleaning and window washing.",
		planted: []string{
			"carpet cleaning",
			"window washing",
		},
	},
	{
		lang:     "en",
		evidence: []string{text10},
		reply:    "We're fully insured and have a 30-day satisfaction guarantee.",
		planted: []string{
			"30-day",
		},
	},
	{
		lang:     "es",
		evidence: []string{text11},
		reply:    "El miércoles 8 de julio a las 9 te atiende el Dr. Hugo Vega.",
		planted: []string{
			"Dr. Hugo Vega",
		},
	},
	{
		lang:     "es",
		evidence: []string{text11},
		reply:    "Tengo el miércoles 8 de julio a las 10 de la mañana en San Isidro.",
		planted: []string{
			"10 de la mañana",
		},
	},
	{
		lang:     "es",
		evidence: []string{text11},
		reply:    "Tengo el jueves 9 de julio a las 15:00 en Miraflores.",
		planted: []string{
			"Miraflores",
		},
	},
	{
		lang:     "es",
		evidence: []string{text11},
		reply:    "Tengo lugar el 10 de julio a las 15:00 en Surco.",
		planted: []string{
			"10 de julio",
		},
	},
	{
		lang:     "es",
		evidence: []string{text11},
		reply:    "Listo, ya quedaste agendado para el miércoles 8 de julio a las 9:00.",
		planted: []string{
			"quedaste agendado",
		},
	},
	{
		lang:     "es",
		evidence: []string{text14, text11},
		reply:    "Tu cita fue reprogramada para el jueves 9 de julio a las 15:00.",
		planted: []string{
			"fue reprogramada",
		},
	},
	{
		lang:     "es",
		evidence: []string{text11},
		reply:    "Ya cancelé su cita y le mandé el comprobante por correo.",
		planted: []string{
			"cancelé su cita",
			"le mandé el comprobante",
		},
	},
	{
		lang:     "en",
		evidence: []string{text11},
		reply:    "I've cancelled your appointment and refunded your deposit.",
		planted: []string{
			"cancelled",
		},
	},
	{
		lang:     "en",
		evidence: []string{text14},
		reply:    "Done! I've added you to the waiting list.",
		planted: []string{
			"I've added you to the waiting list",
		},
	},
	{
		lang:     "pt",
		evidence: []string{text11},
		reply:    "Prontinho, remarquei sua consulta para quinta às 15h.",
		planted: []string{
			"remarquei",
		},
	},
	{
		lang:     "es",
		evidence: []string{text11},
		reply:    "Ya le notifiqué al doctor de tu retraso.",
		planted: []string{
			"notifiqué al doctor",
		},
	},
	{
		lang:     "es",
		evidence: []string{text11},
		reply:    "Tu pago ha sido procesado con éxito.",
		planted: []string{
			"pago ha sido procesado",
		},
	},
	{
		lang:     "es",
		evidence: []string{text17},
		reply:    "Tenemos tacos al pastor a $25.",
		planted: []string{
			"$25",
		},
	},
	{
		lang:     "es",
		evidence: []string{text17},
		reply:    "Prueba nuestras enchiladas suizas o el pozole rojo.",
		planted: []string{
			"enchiladas suizas",
			"pozole rojo",
		},
	},
	{
		lang:     "es",
		evidence: []string{text17},
		reply:    "Nuestro chef Ramón Ibáñez te recomienda la quesadilla.",
		planted: []string{
			"Ramón Ibáñez",
		},
	},
	{
		lang:     "es",
		evidence: []string{text17},
		reply:    "Cinco tacos al pastor serían $120.",
		planted: []string{
			"$120",
		},
	},
	{
		lang:     "es",
		evidence: []string{text17},
		reply:    "Hoy hay 15% de descuento en tacos al pastor.",
		planted: []string{
			"15% de descuento",
		},
	},
	{
		lang:     "es",
		evidence: []string{text17},
		reply:    "Puedes pagar con Apple Pay o en efectivo.",
		planted: []string{
			"Apple Pay",
		},
	},
	{
		lang:     "es",
		evidence: []string{text17},
		reply:    "Síguenos en @tacoselgallo o en tacoselgallo.com.mx",
		planted: []string{
			"tacoselgallo.com.mx",
		},
	},
	{
		lang:     "es",
		evidence: []string{text01},
		reply:    "Contamos con 25 años de experiencia y más de 10,000 pacientes felices.",
		planted: []string{
			"25 años",
			"10,000",
		},
	},
	{
		lang:     "es",
		evidence: []string{text01},
		reply:    "Estamos a dos cuadras del metro Insurgentes.",
		planted: []string{
			"dos cuadras",
			"Insurgentes",
		},
	},
	{
		lang:     "es",
		evidence: []string{text01},
		reply:    "Estamos en el tercer piso de la Torre Mayor.",
		planted: []string{
			"Torre Mayor",
		},
	},
	{
		lang:     "es",
		evidence: []string{text11},
		reply:    "La Dra. Paula Vega te espera el miércoles 8.",
		planted: []string{
			"Paula Vega",
		},
	},
	{
		lang:     "en",
		evidence: []string{text11},
		reply:    "Your visit with Dr. Patel is on July 8.",
		planted: []string{
			"Dr. Patel",
		},
	},
	{
		lang:     "pt",
		evidence: []string{text11},
		reply:    "A Dra. Camila Rocha atende na quinta-feira.",
		planted: []string{
			"Camila Rocha",
		},
	},
	{
		lang:     "es",
		evidence: []string{text02},
		reply:    "Te ofrezco 10 % menos si pagas hoy.",
		planted: []string{
			"10 %",
		},
	},
	{
		lang:     "es",
		evidence: []string{text02},
		reply:    "El masaje relajante cuesta novecientos ochenta pesos.",
		planted: []string{
			"novecientos ochenta pesos",
		},
	},
	{
		lang:     "es",
		evidence: []string{text01},
		reply:    "Nuestro WhatsApp es +52 1 55 4433 2211.",
		planted: []string{
			"+52 1 55 4433 2211",
		},
	},
}
