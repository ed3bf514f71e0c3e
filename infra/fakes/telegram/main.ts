import { exitInProduction, runUntilStopped } from '../fake-server.ts'
import { startFakeTelegram } from './server.ts'

const { PORT = '8081', TOKEN, STAFF_CHAT_ID = '-1001', DATA_FILE } = process.env
exitInProduction(process.env['NODE_ENV'])
await runUntilStopped(
  await startFakeTelegram({
    port: Number(PORT),
    token: TOKEN,
    staffChatId: Number(STAFF_CHAT_ID),
    dataFile: DATA_FILE,
  }),
)
process.exit(0)
