// The result of the last round in the panel, and the review of its decisions.
import { get } from '../core/api.js';
import { element } from '../core/dom.js';
import { signedDollars } from '../core/money.js';
import { dismissIntroduction } from './connection-states.js';
import { coachLine, costliest, nameKickers, resultsBlock } from './round-result.js';
import { TABLE } from './table-address.js';

export class RoundReview {
  /** @param {import('./table-page.js').TablePage} page */
  constructor(page) {
    this.page = page;
    this.shownRound = 0; // round of the result in the panel
    this.reviewedRound = 0;
  }

  show() {
    const { state } = this.page;
    const seats = state.results;
    this.page.panel.result.replaceChildren();
    this.page.panel.light(new Set());
    if (!seats.length || !state.sight) return;
    const dealer = state.sight.places?.find((place) => place.place === 'dealer');
    const { block, coach, net, words } = resultsBlock(
      seats,
      dealer,
      this.page.posted.questions ?? [],
      (wager) => state.label(wager),
      (outcome) => this.page.panel.lineOf(outcome.clauses ?? []),
      state.sight.voided,
    );
    this.page.panel.result.append(block);
    this.page.panel.light(
      new Set(
        seats.flatMap((seat) =>
          (seat.outcomes ?? [])
            .filter((outcome) => outcome.result === 'win' || outcome.result === 'push')
            .flatMap((outcome) => outcome.clauses ?? []),
        ),
      ),
    );
    const round = state.sight.round - 1;
    if (round !== this.shownRound) state.kickers = [];
    const session = state.addToSession(round, net);
    if (session.rounds > 1) block.querySelector('h2')?.after(sessionLine(session));
    if (this.shownRound !== round) this.page.announcer.say(words);
    const isNewRound = this.shownRound !== round && !this.page.isNewConnection;
    if (isNewRound) this.page.scroller.keepInView(() => this.page.scroller.revealAreas());
    this.shownRound = round;
    if (this.page.introduction) dismissIntroduction(this.page.introduction);
    this.coach(round, block, coach);
  }

  /**
   * Add the review of the round: the deciding kickers and the costliest decision.
   * @param {number} round
   * @param {HTMLElement} block
   * @param {HTMLElement} coach
   */
  async coach(round, block, coach) {
    try {
      const review = await get(`/api/me/rounds/${encodeURIComponent(TABLE)}/${round}/decisions`);
      this.page.state.kickers = this.shownRound === round ? (review.kickers ?? []) : [];
      const dealer = this.page.state.sight?.places?.find((place) => place.place === 'dealer');
      nameKickers(block, this.page.state.kickers, this.page.state.results, dealer, this.page.posted.questions ?? []);
      this.page.draw();
      const worst = costliest(review);
      if (!worst) return;
      coachLine(coach, worst, this.page.state.label(review.unit), this.page.posted.questions ?? []);
      if (this.reviewedRound !== round) this.page.announcer.say(coach.firstChild?.nextSibling?.textContent ?? '');
      this.reviewedRound = round;
    } catch {
      // No review is available.
    }
  }
}

/** @param {{rounds: number, net: number}} session */
const sessionLine = ({ rounds, net }) =>
  element('p', { class: 'session' }, `Since you sat down: ${signedDollars(net)} in ${rounds} rounds`);
