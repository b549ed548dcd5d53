import { workerData } from 'node:worker_threads'
import { answerQuestions } from '@courtcrier/lib/answer-questions.ts'
import { openResolver } from './dns-gateway.ts'
import { examineWith } from './sender-evidence.ts'

export interface ExaminerSettings {
  dnsGateway: string | undefined
}

const { dnsGateway } = workerData as ExaminerSettings
answerQuestions(examineWith(openResolver(dnsGateway)))
