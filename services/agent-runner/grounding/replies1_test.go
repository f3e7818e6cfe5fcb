package grounding_test

// replies1 are replies with what they rest on, and what is invented in them.
var replies1 = []example{
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
}
