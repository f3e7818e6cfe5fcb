package guard_test

// mingled are honest texts in which another language, another writing or codes stand beside Spanish: what there is of them in a
// passage must not be taken for a disguise.
var mingled = []string{
	// Russian and Ukrainian
	"Hola, buenas tardes, mi mamá no habla español y les escribe ella: Здравствуйте, я хотела бы записаться на приём к стоматологу на следующей неделе, желательно утром. Gracias, es para el lunes o el martes",
	"Buenos días, somos dos personas. Добрый вечер, подскажите, пожалуйста, есть ли у вас свободный номер с видом на море с пятого по десятое июля? Si contestan en ruso, mejor, si no yo traduzco",
	"La receta dice: парацетамол, амоксициллин, омепразол, но-шпа, цитрамон; ¿lo venden aquí o tienen algo parecido?",
	"El menú de la boda de mi hermana: борщ, салат оливье, вино, лимон, торт, кофе, банан, суп, котлета, компот. ¿Cuánto por persona para sesenta?",
	"Mi nombre en el pasaporte es Екатерина Сергеевна Соловьёва y el de mi esposo Дмитрий Александрович Соловьёв, habitación doble por favor",
	"Добрий день! Скажіть, будь ласка, чи можна забронювати столик на чотирьох на суботу на вечір? Somos ucranianos y llevamos poco tiempo aquí, perdón por el idioma",
	"Hola, quería preguntar por el pedido 4471. Моя подруга тоже заказала, у неё номер 4472. ¿Pueden enviar los dos juntos? Спасибо большое, хорошего вам дня",
	"Привет! Мама и папа летят во вторник, а мы с братом в среду. Нам нужны две машины: одна с детским креслом, одна без. Сколько это стоит за пять дней?",
	"mi suegra es de Kiev: дуже дякую за смачну вечерю, ми обов'язково прийдемо ще раз! dice que todo muy rico",
	"El cartel debe decir: С днём рождения, дорогая Анна! y abajo en español Feliz cumpleaños, querida Ana",
	"Me dejaron esta nota en la puerta: приходил курьер, никого не было дома, позвоните по номеру на сайте. ¿Es de ustedes?",
	"Buenas tardes, mi pareja pregunta: у вас есть салон красоты, доктор, спа и сауна? Estamos en el hotel de al lado y vamos caminando",
	"En el pedido puse вино, лимон, салон, мотор y роза, que así vienen en su catálogo en ruso, ¿me mandan una pieza de cada una?",
	"Здраво, молим вас, да ли имате слободан сто за вечерас у осам? Somos cuatro, de Belgrado",
	"Добър ден, бих искала да запазя час за маникюр утре следобед, благодаря",
	"она не он, он не она; как там, так и тут: это скороговорка для детей, ¿dan clases de ruso?",
	"тоже мне контора, никто не отвечает, позор! perdón, es mi marido que está enojado, ¿cuándo llega el técnico?",

	// names of other languages
	"Somos Wojciech Brzęczyszczykiewicz, Grzegorz Kwiatkowski, Agnieszka Szymańska y Małgorzata Wróblewska, mesa para cuatro a las nueve por favor",
	"La lista: Mehmet Yılmaz, Ayşe Öztürk, Özgür Çelik, Güneş Kılıçdaroğlu y Şule Yıldırım, llegan el jueves en el vuelo de Estambul",
	"Los niños se llaman Iker Etxeberria, Nekane Goikoetxea, Eneko Aramburuzabala, Amaia Iturriagagoitia y Unai Zubizarreta, del grupo de las cinco",
	"Mis abuelos Wayra Mamani Quispe, Inti Huallpa Condori y Sumaq Ñusta Choquehuanca vienen de Ayacucho y quieren el menú sin picante",
	"Kuarahy, Panambi, Jasy, Yvoty y Arandu son los nombres de mis hijos, ¿los pueden bordar en las mochilas? Mba'éichapa, aguyje",
	"Reservamos a nombre de Ngozi Okonkwo, Chukwuemeka Adebayo, Oluwaseun Afolabi y Nkechi Eze, cuatro habitaciones sencillas del ocho al once",
	"Familia Papadopoulos, Xatzigiannakis, Kyriakopoulou y Tsakalotos, una mesa grande junto a la ventana si se puede",
	"El equipo de Islandia: Þórður Guðmundsson, Sigríður Björnsdóttir, Hrafnhildur Eyjólfsdóttir, necesita seis desayunos sin gluten",
	"Mitxel, Txomin, Xabi, Txaro eta Pantxika bostak gara, ¿hay mesa en la terraza? Eskerrik asko denei",
	"mi hija Papapupa le dice a su muñeca Pepepipa y al oso Cococuco, ¿hacen peluches con el nombre bordado?",
	"Tatahuicapan, Papantla, Cacahoatán, Mapachapa y Chichihualco, ¿hacen envíos a esos pueblos o solo a la cabecera?",
	"We are the Ballays, from Mandalay: Ajay, Vijay, Sanjay, Uday and little Jay, arriving Friday, staying until Sunday, paying by card",
	"El vuelo de Paraguay a Uruguay con escala en Bombay y Mandalay, ¿cambian el equipaje en Calay? Somos Elay, Tobay y Malay",

	// codes, plates, sizes, keys
	"Faltan estos códigos: AB:12-CD, EF:34-GH, IJ:56-KL, A4?B, C=D, E@5:F y el G<7>H del catálogo, ¿los consiguen para el viernes?",
	"Tengo los tornillos DIN:933 M8x40 A2=70, DIN:912 M6x20 8.8, ISO:7380 M5x16 y las tuercas DIN:985, ¿en caja de cien?",
	"La clave del WiFi es 9F:3A=B7@C2?K y la otra D4<E5>:6A@H2;J, ninguna de las dos entra en mi teléfono ni en la laptop de mi esposa",
	"Los rastreos son RB123456785ES, CP987654321CN, 1Z:9A@B2C3D4=E5, JD014600006281:230704 y ninguno aparece en su página desde el lunes",
	"Pedidos 23:4A, 56:7B, 89:2C, 34:5D, 67:8E, 92:3F, 45:6G y 78:9H, todos a la misma dirección de siempre por favor",
	"Horario del taller: 9:30=A, 10:45=B, 12:15=C, 13:50=D, 16:20=E, ¿me pueden cambiar del grupo B al D la semana que viene?",
	"Marcador de dobles: 6:4 3:6 7:5, luego 6:2 6:3, y la final 7:6 4:6 10:8, ¿reservo la cancha de 18:30 a 20:30 para la revancha?",
	"https://tienda.example/buscar?A=23&B=45&C=67;D=89;E=2A:3B@4C esa liga que mandaron no abre, ¿me pasan otra?",
	"1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be3 e5 7. Nb3 Be6 8. f3 Be7 9. Qd2 O-O 10. O-O-O Nbd7, partida de hoy en el club, la sala estuvo muy bien, gracias",
	"placas PXK-23-45, JLM-67-89, GTR-44-F2, 4H8@K=3? una moto sin placa y un remolque 7:BC:92, ¿la pensión sale a lo mismo por los cinco?",
	"Tallas y piezas: XS=2 S:3 M=5 L:7 XL=4 XXL:2 3XL=1 28:2 30:4 32=6 34:8 36=3 38:2, color azul marino y el logo bordado al frente",
	"serie: 2A3B:4C5D:6E7F:8G9H, licencia ;?2B=:3C>4D, ¿es normal que traiga signos? así viene en la etiqueta de la impresora",
	"ojo: =SUMA(B2:B9), =SI(C3>D4;E5;F6) y =BUSCARV(A2;H2:K99;3) no me cuadran en la plantilla que mandaron, ¿la revisan?",
	"mis caritas :D :@ ;D =D >:C :3 <3 B) 8D :D :D jaja perdón, ando contenta porque ya me dieron la cita",
	"grid: ABCDEFGH:12345678, fila C:4 D:5 E:6 F:7 G:8, mis butacas de la función del sábado, ¿siguen apartadas?",

	// slips, torn words and signs
	"me dijo el doc tor que es tas pastillas no, disculpe, la tablet me parte las pala bras, quería confirmar la cita del jueves a las cuatro y media",
	"Le escribo del celu de mi nieta Camila que me ayuda: la lám para que com pré no prende, ¿la puedo llevar hoy? Tengo la nota y la caja, y vivo cerca de la tienda",
	"i̇stanbul'dan geliyoruz, ʇ harfi yok 😂, una mesa para tres por favor a las ocho y media en la terraza si no llueve",
	"Bună ziua, aș dori să rezerv o masă pentru două persoane, mulțumesc",
	"ʎ is my logo, yes upside down, and ʇ for the other shop; please engrave both on the back of the watch, thank you so much",
	"La pronunciación sería [ˈtʃuɾo], [ˈʎaβe], [ˈpero] y [ˈɡwaɾaˌni], es para las láminas de la clase de español del sábado",
}
