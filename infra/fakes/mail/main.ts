import { exitInProduction, runUntilStopped } from '../fake-server.ts'
import { startFakeMail } from './server.ts'

const { PORT = '8082', SMTP_PORT = '1025', DATA_FILE } = process.env
exitInProduction(process.env['NODE_ENV'])
await runUntilStopped(await startFakeMail({ port: Number(PORT), smtpPort: Number(SMTP_PORT), dataFile: DATA_FILE }))
process.exit(0)
