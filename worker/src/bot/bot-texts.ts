import { brand } from '@tsedra/contract/brand'
import type { Language } from '@tsedra/contract/language'
import { CODE_TTL_S, type Purpose } from '@tsedra/database/attempts'

/** What the bot says, as plain text; `site` is the host of the shop, `url` its address. */
interface Words {
  fromSite: (url: string) => string
  isOver: (url: string) => string
  askContact: (site: string, purpose: Purpose) => string
  shareContact: string
  ownContact: string
  otherPhone: string
  phoneIsRight: string
  askNumber: (site: string) => string
  askTie: (site: string, account: string) => string
  notMe: string
  verified: string
  cancelled: string
  isKnown: (url: string) => string
  isTaken: string
  isUnknown: string
  code: (code: string, site: string) => string
  tied: string
  tiedElsewhere: string
  tiedToOrder: (number: string) => string
}

const minutes = CODE_TTL_S / 60

const deeds: Record<Language, Record<Purpose, string>> = {
  ua: {
    register: 'реєструєтеся',
    verify: 'підтверджуєте свій номер',
    identity: 'змінюєте номер телефону',
    reset: 'задаєте новий пароль',
  },
  ru: {
    register: 'регистрируетесь',
    verify: 'подтверждаете свой номер',
    identity: 'меняете номер телефона',
    reset: 'задаёте новый пароль',
  },
  en: {
    register: 'are registering',
    verify: 'are confirming your number',
    identity: 'are changing your phone number',
    reset: 'are setting a new password',
  },
}

export const botTexts: Record<Language, Words> = {
  ua: {
    fromSite: (url) => `Це бот магазину «${brand.name.ua}». Почніть на сайті: ${url}`,
    isOver: (url) => `Це посилання вже не діє. Візьміть нове на сайті: ${url}`,
    askContact: (site, purpose) =>
      `Магазин «${brand.name.ua}», ${site}.\n\nВи ${deeds.ua[purpose]} на сайті. Щоб ми знали, що номер ваш, поділіться контактом кнопкою внизу.\n\nЯкщо ви нічого не робили на сайті або посилання вам хтось надіслав, нічого не натискайте.`,
    shareContact: 'Поділитися контактом',
    ownContact: 'Потрібен ваш власний контакт: натисніть кнопку внизу.',
    otherPhone: 'На сайті вказано інший номер. Почніть на сайті спочатку, з номером цього Telegram.',
    phoneIsRight: 'Дякуємо, це той самий номер.',
    askNumber: (site) =>
      `Яке число зараз показує сторінка ${site}? Натисніть його.\n\nЯкщо цієї сторінки перед вами немає, натисніть «Це не я».`,
    askTie: (site, account) =>
      `Прив’язати цей Telegram до акаунта ${account} на ${site}? Натисніть число, яке зараз показує сторінка.\n\nЯкщо цієї сторінки перед вами немає, натисніть «Це не я».`,
    notMe: 'Це не я',
    verified: 'Готово, номер підтверджено. Поверніться на сайт.',
    cancelled: 'Скасовано. Якщо це були ви, почніть на сайті спочатку.',
    isKnown: (url) => `Акаунт із цим номером уже є. Увійдіть або задайте новий пароль: ${url}`,
    isTaken: 'Цей номер належить іншому акаунту.',
    isUnknown: 'Акаунта з цим номером немає.',
    code: (code, site) =>
      `${code}\n\nЦей код дозволить задати новий пароль на ${site}. Він діє ${minutes} хвилин.\n\nНікому його не повідомляйте: ми ніколи про нього не питаємо.`,
    tied: 'Готово, цей Telegram прив’язано до вашого акаунта. Тут ви дізнаєтеся, що з вашими заявками.',
    tiedElsewhere: 'Цей Telegram уже прив’язано до іншого акаунта, там він і лишається.',
    tiedToOrder: (number) => `Заявка ${number}: ми напишемо сюди, щойно її стан зміниться.`,
  },
  ru: {
    fromSite: (url) => `Это бот магазина «${brand.name.ru}». Начните на сайте: ${url}`,
    isOver: (url) => `Эта ссылка больше не действует. Возьмите новую на сайте: ${url}`,
    askContact: (site, purpose) =>
      `Магазин «${brand.name.ru}», ${site}.\n\nВы ${deeds.ru[purpose]} на сайте. Чтобы мы знали, что номер ваш, поделитесь контактом кнопкой внизу.\n\nЕсли вы ничего не делали на сайте или ссылку вам кто-то прислал, ничего не нажимайте.`,
    shareContact: 'Поделиться контактом',
    ownContact: 'Нужен ваш собственный контакт: нажмите кнопку внизу.',
    otherPhone: 'На сайте указан другой номер. Начните на сайте сначала, с номером этого Telegram.',
    phoneIsRight: 'Спасибо, это тот самый номер.',
    askNumber: (site) =>
      `Какое число сейчас показывает страница ${site}? Нажмите его.\n\nЕсли этой страницы перед вами нет, нажмите «Это не я».`,
    askTie: (site, account) =>
      `Привязать этот Telegram к аккаунту ${account} на ${site}? Нажмите число, которое сейчас показывает страница.\n\nЕсли этой страницы перед вами нет, нажмите «Это не я».`,
    notMe: 'Это не я',
    verified: 'Готово, номер подтверждён. Вернитесь на сайт.',
    cancelled: 'Отменено. Если это были вы, начните на сайте сначала.',
    isKnown: (url) => `Аккаунт с этим номером уже есть. Войдите или задайте новый пароль: ${url}`,
    isTaken: 'Этот номер принадлежит другому аккаунту.',
    isUnknown: 'Аккаунта с этим номером нет.',
    code: (code, site) =>
      `${code}\n\nЭтот код позволит задать новый пароль на ${site}. Он действует ${minutes} минут.\n\nНикому его не сообщайте: мы никогда о нём не спрашиваем.`,
    tied: 'Готово, этот Telegram привязан к вашему аккаунту. Здесь вы узнаете, что с вашими заявками.',
    tiedElsewhere: 'Этот Telegram уже привязан к другому аккаунту, там он и остаётся.',
    tiedToOrder: (number) => `Заявка ${number}: мы напишем сюда, как только её статус изменится.`,
  },
  en: {
    fromSite: (url) => `This is the bot of ${brand.name.en}. Start from the site: ${url}`,
    isOver: (url) => `This link is not valid any more. Get a new one on the site: ${url}`,
    askContact: (site, purpose) =>
      `${brand.name.en}, ${site}.\n\nYou ${deeds.en[purpose]} on the site. To show us that the number is yours, share your contact with the button below.\n\nIf you did nothing on the site, or somebody sent you the link, press nothing.`,
    shareContact: 'Share contact',
    ownContact: 'We need your own contact: press the button below.',
    otherPhone: 'The site was given another number. Begin again on the site, with the number of this Telegram.',
    phoneIsRight: 'Thank you, this is the number.',
    askNumber: (site) =>
      `Which number does the page at ${site} show now? Tap it.\n\nIf you do not have that page in front of you, tap “This was not me”.`,
    askTie: (site, account) =>
      `Link this Telegram to the account ${account} at ${site}? Tap the number that the page shows now.\n\nIf you do not have that page in front of you, tap “This was not me”.`,
    notMe: 'This was not me',
    verified: 'Done, the number is confirmed. Go back to the site.',
    cancelled: 'Cancelled. If it was you, begin again on the site.',
    isKnown: (url) => `There is an account with this number already. Sign in or set a new password: ${url}`,
    isTaken: 'This number belongs to another account.',
    isUnknown: 'There is no account with this number.',
    code: (code, site) =>
      `${code}\n\nThis code lets you set a new password at ${site}. It is valid for ${minutes} minutes.\n\nDo not share it with anyone: we never ask for it.`,
    tied: 'Done, this Telegram is linked to your account. You will hear here what becomes of your requests.',
    tiedElsewhere: 'This Telegram is linked to another account already, and stays there.',
    tiedToOrder: (number) => `Request ${number}: we will write here as soon as its status changes.`,
  },
}
