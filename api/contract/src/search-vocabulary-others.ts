/**
 * Goods that make the rest of a query their flavour: apple juice is no apple. A query with one of them finds nothing,
 * unless a product is named so or the word is a purpose: "for syrup".
 */
export const otherKinds = `
сік сок juice фреш смузі smoothie нектар
сироп syrup топінг
лікер liqueur liquor шнапс schnapps настоянка настойка tincture
біттер ангостура
олія масло oil butter ефірна екстракт есенція ароматизатор flavouring
молоко milk вершки сливки cream йогурт кефір морозиво мороженое сорбет
варення джем jam мармелад marmalade конфітюр повидло пюре puree мед honey
цукерка конфета candy шоколадка печиво печенье cookie пиріг пирог pie
мило soap гель gel свічка свеча candle парфуми духи perfume крем шампунь shampoo
трубочка соломинка straw шейкер shaker джигер jigger стрейнер strainer мадлер muddler сквізер squeezer прес пресс press
ложка spoon ніж нож knife дошка посуд серветка салфетка napkin фартух фартук apron
лід лед ice кубики льду льоду насіння семена seeds саджанець саженец саджанці саженцы насінина дерево tree
ель ale пиво beer газована газировка лимонадка soda
футболка shirt книга книжка book келихи бокалы стакани glasses чашка cup пляшка бутылка bottle
порошок powder глітер блискітки блестки glitter стік вода water капсули розсада
`

/** Other goods that customers look for: known words, which are neither corrected nor found in texts. */
export const otherGoods = `
горілка водка коньяк cognac бренді brandy тонік кола вермут vermouth
шоколад chocolate кава кофе чай tea вино ром rum сир cheese риба fish мясо meat хліб хлеб bread
горіх горіхи орех nut nuts мигдаль миндаль almond фундук кешью арахіс peanut фісташки
рис rice гречка макарони pasta борошно мука flour яйце egg eggs крупа манка насіння соняшника
піца pizza суші бургер салат salad суп soup торт cake десерт
оливки маслини olive каперси гриби mushroom кукурудза кукуруза corn горох peas
карамель зефір маршмелоу marshmallow мюслі granola снек snack
телефон phone ноутбук laptop одяг одежда взуття обувь shoes кросівки кроссовки сумка bag іграшка игрушка toy
вейп сигарети сигара cigar тютюн табак tobacco кальян hookah
розмір размер size персонал staff робота работа job вакансії доставка delivery адреса
мелений молотый ground
`

/** Words for the shape of goods, which do not name them: sprigs of mint are no rosemary. */
export const shapes = `
чипси crisps слайси slices скибочки ломтики дольки часточки кружальця кружечки wheels rings
кільця кольца пластинки стрічки ленты стружка шматочки кусочки pieces диски
гілочки веточки sprigs палички палочки sticks пелюстки лепестки petals квіти цветы flowers ягоди berries
стручки pods зірки звезды star трави herbs листя leaves фрукти fruit овочі овощи vegetables
солоний соленый соляной гострий острый spicy кислий кислый sour tart tangy солодкий сладкий sweet гіркий горький
цілий целый whole набір набор set подарунок подарок gift бокс
`
