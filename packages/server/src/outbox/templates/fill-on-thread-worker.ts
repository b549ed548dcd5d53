import { answerQuestions } from '@courtcrier/lib/answer-questions.ts'
import { renderClockBody, renderClockSubject } from './clock-template.ts'
import type { FillingQuestion } from './fill-on-thread.ts'
import { renderBody, renderMailBody, renderSubject } from './mail-template.ts'
import { templateProblems } from './template-problems.ts'

answerQuestions(async (question: FillingQuestion) => answer(question))

function answer(question: FillingQuestion): unknown {
  if (question.task === 'problems') return templateProblems(question.kind, question.field, question.template)
  const { subject, body } = question
  if (question.task === 'clock')
    return {
      subject: renderClockSubject(subject, question.values),
      body: renderClockBody(body, question.values, new RegExp(question.mark, 'g')),
    }
  const { context } = question
  return {
    subject: renderSubject(subject, context),
    body: question.task === 'page' ? renderBody(body, context) : renderMailBody(body, context, question.mark),
  }
}
