// Generated from the server's structs by tools/page_types.py (make docs). Do not edit.

export interface ActFor {
  type: 'act_for@1';
  seat: number;
  reason: string;
  by?: string;
  at?: number;
}

export type ActKind =
  | 'receive'
  | 'prepare'
  | 'shuffle'
  | 'cut'
  | 'attest'
  | 'load'
  | 'change_deck'
  | 'put_aside'
  | 'switch'
  | 'bet'
  | 'close'
  | 'lock'
  | 'collect'
  | 'bank'
  | 'mix'
  | 'deal'
  | 'turn'
  | 'stub'
  | 'count'
  | 'ask'
  | 'name'
  | 'reveal'
  | 'settle'
  | 'validate'
  | 'pay'
  | 'rack'
  | 'recount'
  | 'rule'
  | 'wait';

/** A floorperson took the default decision for a player who did not act (X-25). */
export interface ActedFor {
  type: 'acted_for@1';
  seat: number;
  by: string;
  reason: string;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** A proposed meter adjustment that another person has to approve. */
export interface Adjustment {
  number: number;
  group: string;
  meter: string;
  cents: number;
  by: string;
  reason: string;
  at: number;
}

/** An entry of the administration's log. Submission texts are left out of its events. */
export interface AdministrationLogEntry {
  n: number;
  at: number;
  by: string;
  command: string;
  events: Record<string, unknown>[];
}

/** Request the exact value of each choice at the player's current question. */
export interface AdviceRequest {
  type: 'advice';
  id: string;
}

export interface Advised {
  type: 'advised';
  id: string;
  advice: OfferedAdvice;
}

/** A condition at a table that needs attention. With `yours`, the floor must act. */
export interface Alert {
  kind: string;
  words: string;
  clauses: string[];
  readings: string[];
  since: number;
  until: number;
  yours: boolean;
  number: number;
}

/** A question. The token identifies it in the answer. */
export interface AskedDrill {
  token: string;
  question: DrillQuestion;
  title: string;
}

export interface Attest {
  type: 'attest@1';
  clause: string;
  note?: string;
  by?: string;
  at?: number;
}

/** A person attested a physical fact. */
export interface Attested {
  type: 'attested@1';
  clause: string;
  by: string;
  note?: string;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** The player's money in cents, in the wallet and in chips. */
export interface Balance {
  type: 'balance';
  wallet: number;
  chips: number;
  money: string;
}

export interface BankChips {
  type: 'bank_chips@1';
  wager: string;
  by?: string;
  at?: number;
}

/** A count of the main bank that waits for a second person. */
export interface BankCountView {
  number: number;
  what: string;
  by: string;
  name: string;
  at: number;
  cash: number;
  chips: Record<string, number>;
}

export interface BankSlipView {
  number: number;
  what: string;
  drawer: number;
  cash: number;
  chips: Record<string, number>;
  by: string;
  name: string;
  at: number;
  reason: string;
}

/** Place a seat's wagers, all in one command, so that equal wagers can be checked together. */
export interface Bet {
  type: 'bet@1';
  seat: number;
  wagers: Record<string, number>;
  round: number;
  by?: string;
  at?: number;
}

/** The dealer announced "no more bets" and deals to these seats. */
export interface BetsClosed {
  type: 'bets_closed@1';
  round: number;
  seats: number[];
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** A field for the person to fill in. */
export interface Blank {
  field: string;
  kind: 'choice' | 'cents' | 'whole' | 'text' | 'cards' | 'flag' | 'wagers' | 'rules';
  options?: BlankOption[];
  least?: number;
  most?: number;
  stakes?: Stake[];
  cards?: string[];
  optional?: boolean;
}

export interface BlankOption {
  value: string | number;
  label?: string;
  cost?: number;
}

export interface BoughtIn {
  type: 'bought_in@1';
  player: string;
  cents: number;
  transfer?: string;
  brought?: boolean;
  tax?: boolean;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** Give a player chips. Only a dealer, the floor or the cage may do this. */
export interface BuyIn {
  type: 'buy_in@1';
  player: string;
  cents: number;
  transfer?: string;
  brought?: boolean;
  tax?: boolean;
  by?: string;
  at?: number;
}

export interface CageView {
  wallets: number;
  play: number;
  cash: number;
  tables: Record<string, number>;
  slips: Slip[];
  outstanding: number;
}

/** Call the floor to the table. */
export interface CallFloorRequest {
  type: 'call';
  id: string;
  words?: string;
}

/** An unanswered call for the floor. */
export interface CallView {
  call: number;
  table: string;
  by: string;
  name: string;
  words: string;
  at: number;
}

/** The open floor calls at this table, sent to its staff. */
export interface Calls {
  type: 'calls';
  calls: FloorCall[];
}

/** A dealer who can take a test. */
export interface Candidate {
  person: string;
  name: string;
  deals_at: string;
  licence: License | null;
  tests: Record<string, TableTest>;
}

export interface CandidateList {
  dealers: Candidate[];
  submissions: TestableSubmission[];
  terms: ExamTerms;
  permits_dealing: boolean;
}

export interface CardDelivery {
  place: string;
  count: number;
  face_up: boolean;
}

export interface CardExposed {
  type: 'card_exposed@1';
  place: string;
  index: number;
  card: string;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** Cards at one place, such as "Seat 3" or "Board". */
export interface CardGroup {
  place: string;
  cards: string[];
}

/** One card, by its place and its index there (from 0). */
export interface CardName {
  place: string;
  index: number;
  card: string;
}

/** Proof that a card was the `draw`-th card dealt (from 0) and was sealed at this position. */
export interface CardOpening {
  place: string;
  index: number;
  draw: number;
  position: number;
  card: string;
  salt: string;
  path: string[];
}

export interface CardReaderList {
  tables: string[];
  readers: RegisteredReader[];
}

export interface CardsAccepted {
  read: number;
}

/** Cards were dealt to these places, in this order. `CardsNamed` names them. */
export interface CardsDealt {
  type: 'cards_dealt@1';
  deliveries: [string, number][];
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** The cards at a place, for the people who may see them. */
export interface CardsNamed {
  type: 'cards_named@1';
  place: string;
  first: number;
  cards: (string | null)[];
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** Cards went to the discard rack, hand by hand in this order, so that each hand can be rebuilt. */
export interface CardsRacked {
  type: 'cards_racked@1';
  places: string[];
  stub?: number;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** The cards that a card reader read of those that are due, sent to the table's dealer only. */
export interface CardsRead {
  type: 'cards_read';
  device: string;
  cards: string[];
  problem: string;
}

/** A recount after a wrong stub count found the actual number of cards and any misdealt hand (X-08). */
export interface CardsRecounted {
  type: 'cards_recounted@1';
  total: number;
  misdealt: boolean;
  hand?: string;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

export interface CardsTurned {
  type: 'cards_turned@1';
  place: string;
  first: number;
  cards: string[];
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

export interface CashOut {
  type: 'cash_out@1';
  player: string;
  transfer?: string;
  carried?: boolean;
  toke?: number;
  tax?: number;
  by?: string;
  at?: number;
}

/** Return all of the player's chips to the wallet. */
export interface CashOutRequest {
  type: 'cash_out';
  id: string;
}

export interface CashedOut {
  type: 'cashed_out@1';
  player: string;
  cents: number;
  transfer?: string;
  carried?: boolean;
  toke?: boolean;
  tax?: boolean;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** The effect of one answer: the values of the choices, and the result of the hand if it is over. */
export interface ChallengeAnswer {
  decision: JudgedDecision;
  hand: ChallengeStep | null;
  mine: ChallengeResult;
  next: PracticeSpot | null;
}

export interface ChallengeLink {
  challenge: string;
}

/** The result of a challenge so far. Amounts are exact numbers of cents, such as "-31/2". */
export interface ChallengeResult {
  challenge: string;
  game: string;
  hands: number;
  done: number;
  unit: number;
  decisions: number;
  mistakes: number;
  result: string;
  expected: string;
  lost: string;
  luck: string;
  finished: boolean;
  at: number;
  id: string;
}

/** A hand of a challenge after some answers. The cards after the hand are those that everyone saw. */
export interface ChallengeStep {
  spot: PracticeSpot | null;
  judged: JudgedDecision[];
  net: number | null;
  lost: string;
  hand: string;
  board: string;
  dealer: string;
  value: string;
}

/** A challenge as one person sees it. Amounts are in cents. */
export interface ChallengeView {
  challenge: string;
  game: string;
  title: string;
  hands: number;
  unit: number;
  unit_label: string;
  questions: PostedQuestion[];
  mine: ChallengeResult | null;
  hand: PracticeSpot | null;
  answered: number;
  results: RankedResult[];
}

export interface ChangeRules {
  type: 'change_rules@1';
  choices: OperatorChoices;
  reason?: string;
  by?: string;
  at?: number;
}

/** A pending rule change. */
export interface ChangeView {
  change: number;
  version: number;
  limits: Record<string, Limit>;
  limits_alone: boolean;
  raises_minimum: boolean;
  posted_at: number;
  by: string;
  reason: string;
  sign: boolean;
  announced: boolean;
  notice_ends: number | null;
}

export interface ChangedDecision {
  hand: string;
  was: string;
  now: string;
}

export interface Chapter {
  chapter: number;
  about: string;
  clauses: Clause[];
}

/** The JSON document of `croupier check`. It has no summary if there is a violation. */
export interface CheckReport {
  violations: Violation[];
  warnings: Violation[];
  summary?: Record<string, unknown>;
}

/** A wager that was not accepted was returned before the deal. The wager was never in play. */
export interface ChipReturned {
  type: 'chip_returned@1';
  seat: number;
  player: string;
  wager: string;
  cents: number;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** Buy chips with money from the wallet. */
export interface Chips {
  type: 'chips';
  id: string;
  cents: number;
}

export interface ChipsBanked {
  type: 'chips_banked@1';
  wager: string;
  cents: number;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

export interface ChipsCollected {
  type: 'chips_collected@1';
  wager: string;
  chips: number;
  cents: number;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** How often each choice is best at a decision, as exact fractions of all rounds. */
export interface ChoiceShares {
  decision: string;
  choices: Record<string, string>;
}

/** The real-money chips of the casino, in cents. `difference` is the value of missing chips. */
export interface CirculationView {
  issued: number;
  cage: number;
  trays: number;
  in_transit: number;
  by_inventory: number;
  outstanding: number;
  at_tables: number;
  tokes: number;
  by_books: number;
  difference: number;
}

export interface Clause {
  id: string;
  leaf: boolean;
  kind: string;
  status: 'enforced' | 'recorded' | 'informative';
  gist: string;
  reason: string;
}

/** A clause, and its readings by id. Each reading comes with its clause. */
export interface ClauseAnswer {
  clause: Clause | Regulation;
  readings: string[];
}

export interface Cleared {
  person: string;
  cleared: number[];
}

/** The act for which the table waits, and the remaining time. An empty `what` means that no time runs. */
export interface Clock {
  type: 'clock';
  round: number;
  what?: string;
  seat?: number;
  question?: string;
  remains?: number;
  whole?: number;
}

/** Announce "no more bets". */
export interface CloseBetting {
  type: 'close_betting@1';
  by?: string;
  at?: number;
}

export interface ClosedDayView {
  report: string;
  by: string;
  at: number;
}

/** Three felt colors (under the lamp, in the middle, at the rail) and the colors of lines and print. */
export interface Cloth {
  lit: string;
  body: string;
  edge: string;
  line: string;
  print: string;
}

export interface CollectChips {
  type: 'collect_chips@1';
  wager: string;
  chips: number;
  by?: string;
  at?: number;
}

/** Commit to the order of the loaded deck (by its root) and to the players' digests. */
export interface CommitDeal {
  type: 'commit_deal@1';
  round: number;
  deck: string;
  table: string;
  book: string;
  submission: string;
  root: string;
  fixed?: Record<string, string>;
  by?: string;
  at?: number;
}

/** Correct a wrongly keyed decision, before the next card (X-15). */
export interface CorrectDecision {
  type: 'correct_decision@1';
  seat: number;
  choice: string;
  round: number;
  question: string;
  reason: string;
  by?: string;
  at?: number;
}

export interface CorrectEnvy {
  type: 'correct_envy@2';
  round: number;
  seat: number;
  holder: number;
  cents: number;
  reason: string;
  legacy?: boolean;
  by?: string;
  at?: number;
}

/** Correct the dealer's own last entry (N-35): names of cards, a decision, or a seat's bets. */
export interface CorrectKeying {
  type: 'correct_keying@1';
  round: number;
  cards?: CardName[];
  seat?: number;
  question?: string;
  choice?: string;
  wagers?: Record<string, number>;
  by?: string;
  at?: number;
}

/** Correct a misread card, or several cards whose names were interchanged. */
export interface CorrectNaming {
  type: 'correct_naming@2';
  place: string;
  index: number;
  card: string;
  reason: string;
  others?: CardName[];
  legacy?: boolean;
  by?: string;
  at?: number;
}

export interface CorrectSettlement {
  type: 'correct_settlement@2';
  round: number;
  seat: number;
  wager: string;
  reason: string;
  returned?: number;
  row?: string;
  meters?: Record<string, MeterReading>;
  legacy?: boolean;
  by?: string;
  at?: number;
}

/** The money that a correction moves on one wager. */
export interface CorrectionLine {
  round: number;
  seat: number;
  wager: string;
  moves: number;
  holder?: number;
  staked?: number;
  was?: number;
  will?: number;
  name?: string;
  hand?: string;
  cards?: string[];
  rules?: number;
  clauses?: string[];
}

/** A correction or void that is waiting for a second person, or that a second person has confirmed. */
export interface CorrectionReview {
  number: number;
  act: string;
  title: string;
  digest: string;
  round: number;
  lines: CorrectionLine[];
  cents: number;
  threshold: number;
  reason: string;
  departs: string;
  by: string;
  at?: number;
  approved_by?: string;
  approved_at?: number;
  declined_by?: string;
  declined_at?: number;
  declined?: string;
  sum_of?: 'act' | 'round' | 'day';
  earlier?: number;
}

export interface CountStub {
  type: 'count_stub@1';
  cards: number;
  by?: string;
  at?: number;
}

/** The cash and chips of the main bank or of all drawers, in cents. */
export interface CustodyReport {
  place: string;
  opening_cash: number;
  opening_chips: number;
  closing_cash: number;
  closing_chips: number;
}

export interface Cut {
  type: 'cut@1';
  deck: string;
  depth: number;
  by?: string;
  at?: number;
}

/** Whether a gaming day is closed, and what is missing before it can be. */
export interface DayCloseView {
  date: string;
  over: boolean;
  closed: ClosedDayView | null;
  points: OpenPoint[];
}

/** The report of a gaming day, month or year. */
export interface DayReport {
  date: string;
  begins: number;
  over: boolean;
  foots: boolean;
  hash: string;
  tables: TableReport[];
  meters: Record<string, unknown>[];
  wallets: Record<string, unknown>[];
  trays: Record<string, unknown>[];
  tray_slips: Record<string, unknown>[];
  tokes: TokeReport;
  tax_withheld: number;
  inventory: CustodyReport[];
  slips: Record<string, unknown>[];
  incidents: Record<string, unknown>[];
  payouts: Record<string, unknown>[];
  checks: FootingCheck[];
  heads: Record<string, unknown>[];
  not_recorded: string[];
}

/** Deal the next cards of the deck. None stands for an unseen card. */
export interface DealCards {
  type: 'deal@1';
  cards: (string | null)[];
  by?: string;
  at?: number;
}

/** The table committed to the order of the loaded deck and to the numbers of these players. */
export interface DealCommitted {
  type: 'deal_committed@1';
  round: number;
  deal: number;
  deck: string;
  table: string;
  book: string;
  submission: string;
  cards: number;
  root: string;
  fixed: Record<string, string>;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** A player did not reveal their fixed number. The deck is reshuffled before any card is dealt. */
export interface DealDiscarded {
  type: 'deal_discarded@1';
  round: number;
  deal: number;
  deck: string;
  missing: string[];
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** One deal as one person saw it: the table's two events, and the openings. */
export interface DealEvidence {
  committed: DealCommitted;
  mixed: DealMixed;
  openings: CardOpening[];
}

/** The players revealed their numbers, and the resulting seed permutes the sealed positions. */
export interface DealMixed {
  type: 'deal_mixed@1';
  round: number;
  deal: number;
  deck: string;
  reveals: Record<string, string>;
  seed: string;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** A dealer with their table, license and table tests. */
export interface DealerOnDuty {
  person: string;
  name: string;
  deals_at: string;
  licence: License | null;
  tests: Record<string, TableTest>;
  own_corrections: number;
}

/** The results of one dealer. */
export interface DealerProgress {
  person: string;
  name: string;
  tables: DrillTable[];
}

/** The dealer formed and announced the dealer's hand and the box, if the game has one. */
export interface DealerRevealed {
  type: 'dealer_revealed@1';
  cards: Record<string, string[]>;
  hand?: string;
  words?: string;
  count?: number;
  qualifies?: boolean;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** A fresh hand. Amounts are in cents. */
export interface DealtHand {
  question: number;
  name: string;
  hand: string;
  board: string;
  dealer: string;
  choices: string[];
  key: string;
  kind: string;
  unit: number;
}

/** A player's answer. It names its question, so that a late answer never applies to another question. */
export interface Decide {
  type: 'decide@1';
  seat: number;
  choice: string;
  round: number;
  question: string;
  by?: string;
  at?: number;
}

export interface Decided {
  type: 'decided@1';
  seat: number;
  player: string;
  question: string;
  choice: string;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** A wrongly keyed decision was corrected before the next card (X-15). */
export interface DecisionCorrected {
  type: 'decision_corrected@1';
  seat: number;
  player: string;
  question: string;
  was: string;
  choice: string;
  by: string;
  reason: string;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** A player's decision and its cost. Cards are separated by spaces. */
export interface DecisionCost {
  seat: number;
  question: string;
  choice: string;
  best: string;
  indifferent: boolean;
  cost: string;
  unit: number;
  hand: string;
  board: string;
  by: 'player' | 'time' | 'floor';
  forced: boolean;
}

export interface DeckCut {
  type: 'deck_cut@1';
  deck: string;
  depth: number;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** A floorperson declared the deck in play defective, because it has a duplicate or a foreign card. */
export interface DeckDefective {
  type: 'deck_defective@1';
  deck: string;
  reason: string;
  by: string;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** A deck was loaded into the shoe, the dealer's hand or the machine. */
export interface DeckLoaded {
  type: 'deck_loaded@1';
  deck: string;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** One step of opening a table (inspect, verify, spread, view, face_down, wash, stack). */
export interface DeckPrepared {
  type: 'deck_prepared@1';
  deck: string;
  step: string;
  by?: string;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

export interface DeckRemoved {
  type: 'deck_removed@1';
  deck: string;
  reason: string;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

export interface DeckShuffled {
  type: 'deck_shuffled@1';
  deck: string;
  by_machine: boolean;
  counted?: number;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** A deck at the table, and the time that it may stay in play. */
export interface DeckStatus {
  deck: string;
  stage: string;
  loaded: boolean;
  since: number | null;
  until: number | null;
  clauses: string[];
}

export interface DecksReceived {
  type: 'decks_received@1';
  backs: string[];
  prepared: boolean;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

export interface DeclareAbandoned {
  type: 'declare_abandoned@1';
  seat: number;
  reason: string;
  by?: string;
  at?: number;
}

/** Declare the deck in play defective, because it has a duplicate or a foreign card. */
export interface DeclareDefective {
  type: 'declare_defective@1';
  reason: string;
  by?: string;
  at?: number;
}

/** Forfeit every wager of the round for a breach of conduct (Top Five 11.A.5). */
export interface DeclareForfeit {
  type: 'declare_forfeit@1';
  seat: number;
  clause: string;
  reason: string;
  by?: string;
  at?: number;
}

export interface DesignDraft {
  rules: string;
  submission: string;
  check: CheckReport;
  submission_id: string;
}

/** The figures of a design, those of the printed paytable, and the decisions that differ. */
export interface DesignPrice {
  ev: string;
  house_edge: number;
  house_edge_exact: string;
  hold: number;
  hold_exact: string;
  average_wager: string;
  best_play: ChoiceShares[];
  unit?: string;
  sd?: number;
  hit_frequency?: string;
  outcomes?: OutcomeFigures[];
  wager: string;
  paytable: string;
  printed: PrintedFigures;
  moved: ChangedDecision[];
  moved_count: number;
  decisions: number;
}

/** The wagers of a table that can be designed. */
export interface DesignerView {
  table: string;
  title: string;
  game: string;
  wagers: LabeledWager[];
}

export interface DeviceFailed {
  type: 'device_failed@1';
  device: string;
  dead: boolean;
  decks?: string[];
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

export interface DeviceHandled {
  type: 'device_handled@1';
  device: string;
  how: string;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** Discard a committed deal because a player did not reveal their number. The deck must be reshuffled. */
export interface DiscardDeal {
  type: 'discard_deal@1';
  round: number;
  missing: string[];
  by?: string;
  at?: number;
}

export interface DisputeFile {
  number?: string;
  what?: 'dispute' | 'incident';
  matter?: string;
  table?: string;
  round?: number;
  seat?: number;
  player?: string;
  since?: number;
  until?: number;
  reported_by?: string;
  opened_by?: string;
  opened_at?: number;
  due?: number;
  frozen?: FrozenRound[];
  items?: DisputeItem[];
  standing?: '' | 'open' | 'closed';
  outcome?: string;
  closed_by?: string;
  closed_at?: number;
  reopened?: number;
  clock?: number;
}

export interface DisputeItem {
  item: number;
  part: 'reviewed' | 'found' | 'unconfirmed' | 'told' | 'open' | 'note';
  words: string;
  by: string;
  at: number;
  frozen?: FrozenRound;
  struck?: string;
  struck_by?: string;
  struck_at?: number;
}

/** A card that the reader and the dealer name differently. */
export interface DisputedCard {
  place: string;
  index: number;
  read: string;
  entered: string;
}

/** A table command. The client chooses the id, and the server carries out each id only once. */
export interface Do {
  type: 'do';
  id: string;
  command: TableCommand;
}

export interface Done {
  type: 'done';
  id: string;
  cursor: [number, number];
}

export interface DoneBody {
  id: string;
  stream: string;
  events: Record<string, unknown>[];
}

/** A cashier's drawer. Cashiers do not see the expected amount before they have counted. */
export interface DrawerView {
  number: number;
  cashier: string;
  name: string;
  opened: number;
  opening: number;
  closed: number;
  closing: number | null;
  expected: number | null;
  accepted: number;
  chips: Record<string, number> | null;
  expected_chips: Record<string, number> | null;
}

/** A card was drawn early without being seen. It stays the next card. */
export interface DrawnInError {
  type: 'drawn_in_error@1';
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** A kind of question with a person's recent results. */
export interface DrillKindView {
  name: string;
  title: string;
  chapter: number;
  expected_seconds: number;
  answered: number;
  right: number;
  seconds: number | null;
  due: boolean;
}

/** A question with its situation. It never contains the answer. */
export interface DrillQuestion {
  game: string;
  kind: string;
  topic?: string;
  text: string;
  form?: 'choice' | 'money' | 'number' | 'time';
  facts?: string[];
  cards?: CardGroup[];
  wagers?: StakeShown[];
  choices?: string[];
}

/** A submission in force, with the kinds of questions about its rules and a person's results. */
export interface DrillTable {
  submission: string;
  version: number;
  game: string;
  title: string;
  dealing: string;
  kinds: DrillKindView[];
}

/** A drop box in the count room. The count team does not see the expected amount. */
export interface DropBoxView {
  number: number;
  table: string;
  collected: number;
  collected_by: string;
  counted_by: string;
  counted_name: string;
  cents: number | null;
  expected: number | null;
}

export interface DropBoxes {
  boxes: DropBoxView[];
  tables: string[];
}

/** The due act. `command` is set if it can be sent unchanged. */
export interface DueActView {
  act: string;
  words: string;
  whose: string[];
  role: string;
  clauses: string[];
  readings: string[];
  state: string;
  blanks: string[];
  command?: TableCommand;
  form?: Record<string, unknown>;
  seat?: number;
  place?: string;
  cards: number;
  deliveries: CardDelivery[];
  question: string;
}

/** The number of kinds due today, in all and by game. */
export interface DueToday {
  due: number;
  games: Record<string, number>;
}

/** The document's own title and version. Some documents have no version. */
export interface Edition {
  document: string;
  version: string;
  sources: Source[];
}

/** A correction paid the right Envy Bonus, after `EnvyReversed` took back the wrong one. */
export interface EnvyCorrected {
  type: 'envy_corrected@1';
  round: number;
  seat: number;
  player: string;
  holder: number;
  cents: number;
  by: string;
  reason: string;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

export interface EnvyPaid {
  type: 'envy_paid@1';
  seat: number;
  player: string;
  holder: number;
  cents: number;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** The first half of a correction reversed the Envy Bonus that was paid. */
export interface EnvyReversed {
  type: 'envy_reversed@1';
  round: number;
  seat: number;
  player: string;
  holder: number;
  cents: number;
  by: string;
  reason: string;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

export interface ErrorBody {
  code: string;
  message: string;
  clauses: string[];
  readings: string[];
  remedy: string;
  address?: string;
  detail?: string;
}

/** An open fill or credit whose chips security carries. */
export interface EscortedSlip {
  number: number;
  what: 'fill' | 'credit';
  table: string;
  cents: number;
  asked: number;
  next_signer: string;
  yours: boolean;
}

/** A player's round with its expectation and the cost of each decision. Amounts are in cents. */
export interface EveningRound {
  table: string;
  round: number;
  at: number;
  staked: number;
  net: number;
  expected: number;
  variance: number;
  cost: number;
  acted_for: number;
  decisions: DecisionCost[];
}

/** An exact amount in cents, written as a fraction `[31, 2]`, because meters gain shares of a wager. */
export interface Exact {
  num: number;
  den: number;
}

/** What the server counted while the examinee dealt. */
export interface ExamCounts {
  seconds: number;
  rounds: number;
  hands: number;
  acts: number;
  refusals: number;
  false_alarms: number;
  misreads: number;
  misnamed: number;
}

export interface ExamScore {
  items: ItemScore[];
  planted: number;
  caught: number;
  late: number;
  missed: number;
  payment_errors: number;
  noticed_percent: number;
  hands_per_hour: number;
  seconds_per_act: string;
  passes: boolean;
  reasons: string[];
}

/** A test in the list of results. */
export interface ExamSummary {
  number: string;
  game: string;
  title: string;
  examinee: string;
  examinee_name: string;
  examiner: string;
  examiner_name: string;
  begun_at: number;
  minutes: number;
  standing: string;
  passed: boolean;
  acknowledged: boolean;
  recorded: boolean;
  permits_dealing: boolean;
  noticed_percent: number;
  planted: number;
}

/** The casino's terms for passing a table test. */
export interface ExamTerms {
  noticed_percent: number;
  false_alarms: number;
  payment_errors: number;
  misreads: number;
  hands_per_hour: number;
  marks: number;
}

/** A test as its examiner sees it. */
export interface ExamView {
  summary: ExamSummary;
  table: string;
  seed: number;
  terms: ExamTerms;
  counts: ExamCounts;
  score: ExamScore;
  plan: PlanRow[];
  stops: StopView[];
  round: number;
  seconds_left: number;
  marks: Record<string, number>;
  notes: string;
  trained: string;
  own: boolean;
}

/** The identity of a person on the exclusion list. */
export interface ExcludedIdentity {
  name: string;
  aliases: string[];
  born: string;
  id_number: string;
  description: string;
}

/** An entry of the exclusion list with its names. */
export interface ExclusionView {
  number: number;
  kind: string;
  standing: string;
  identity: ExcludedIdentity;
  until: string;
  proposed_by: string;
  yours: boolean;
  at: number;
  reason: string;
}

/** Cards found face up in the deck went to the discard rack and are not used in this round. */
export interface FaceUpFound {
  type: 'face_up_found@1';
  cards: (string | null)[];
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** A fault that an audit found, with its stream and entry. */
export interface Fault {
  stream: string;
  entry: number | null;
  fault: string;
}

/** The figures of every wager of a table. */
export interface FiguresView {
  game: string;
  seconds: number;
  results: WagerFigures[];
}

/** The first required wager. The lobby shows its limits. */
export interface FirstWager {
  minimum: number | null;
  maximum: number | null;
  fixed: number | null;
  label: string;
}

/** A dealer's open call for the floor. */
export interface FloorCall {
  number: number;
  table: string;
  by: string;
  words: string;
  id: string;
  at: number;
}

/** A table in the floor's overview. */
export interface FloorTable {
  kept: TableView;
  floor: string;
  floor_name: string;
  share: number;
  float: number | null;
  alerts: Alert[];
  strip: Strip | null;
  review: CorrectionReview | null;
  review_by: string;
  dispute: ReadingDispute | null;
}

export interface FloorView {
  at: number;
  tables: FloorTable[];
  watches: SupervisionLoad[];
  unwatched: string[];
  dealers: DealerOnDuty[];
  notes: NoteView[];
  handovers: HandOverView[];
  alerts: RecordedAlertView[];
}

/** A total computed in two ways. */
export interface FootingCheck {
  where: string;
  what: string;
  one: number | string;
  other: number | string;
  by: string[];
  agrees: boolean;
}

export interface FoundMark {
  n: number;
  event: string;
  kind: string;
  at: number;
  by: string;
  what: string;
}

/** The payment of one row that gives a target edge, and the nearest odds that a paytable would print. */
export interface FoundPayment {
  row: string;
  gain: string;
  decimal: number;
  near: string;
  near_edge: string;
}

export interface FoundRound {
  table: string;
  round: number;
  began: number;
  at: number;
  first: number;
  last: number;
  dealer: string;
  seats: FoundSeat[];
  marks: FoundMark[];
}

export interface FoundSeat {
  seat: number;
  person: string;
  name: string;
  staked: number;
  net: number;
}

/** New events that this person may see, and the table as the person sees it now. */
export interface Frame {
  type: 'frame';
  cursor: [number, number];
  entries: TableEvent[][];
  sight: Sight;
  offers: Offer[];
  due?: DueActView;
  then?: string[];
  next?: NextActView[];
  timers?: Timers;
  words?: string[][];
}

/** The entries of a round, and the head of the table's stream when the round was added to the file. */
export interface FrozenRound {
  table: string;
  round: number;
  first: number;
  last: number;
  entries: number;
  head: string;
}

export interface FullVersion {
  submission: string;
  game: string;
  version: number;
  digest: string;
  status: string;
  prepared_by: string[];
  prepared_at: number;
  submitted_by: string;
  submitted_at: number;
  decided_by: string;
  decided_at: number;
  conditions: string;
  reason: string;
  superseded_by: number;
  superseded_at: number;
  approval: string;
  document: string;
  check: CheckReport;
}

/** The chapters of a game. */
export interface GameChapters {
  game: string;
  title: string;
  seats: number;
  chapters: Chapter[];
}

/** The number of a game's rules that have no subrules, in total and by status. */
export interface GameCoverage {
  game: string;
  title: string;
  edition: Edition;
  leaves: number;
  enforced: number;
  recorded: number;
  informative: number;
}

export interface GameEdition {
  game: string;
  title: string;
  edition: Edition;
}

export interface GetUp {
  type: 'get_up@1';
  seat: number;
  by?: string;
  at?: number;
}

/** The answer to a practice hand, with the values of all choices. */
export interface GivenAnswer {
  decision: JudgedDecision;
  choice: string;
  lost: number;
  due: number;
  due_left: number;
}

export interface GoIdle {
  type: 'go_idle@2';
  face_up?: boolean;
  legacy?: boolean;
  by?: string;
  at?: number;
}

/** A proposed role that another person has to approve. */
export interface Grant {
  number: number;
  person: string;
  role: string;
  by: string;
  reason: string;
  at: number;
}

/** The guide to one game, empty if the game has no guide file. */
export interface Guide {
  line: string;
  steps: string[];
  wagers: Record<string, string>;
  hands: Record<string, Record<string, string>>;
}

/** A hand as announced by the dealer. */
export interface Hand {
  hand: string;
  words: string;
  count?: number;
  qualifies?: boolean;
  cards?: string[];
}

/** A folded hand stays on the layout because a side wager is still open. */
export interface HandKept {
  type: 'hand_kept@1';
  seat: number;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

export interface HandMucked {
  type: 'hand_mucked@1';
  seat: number;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

export interface HandOverView {
  handover: number;
  by: string;
  name: string;
  at: number;
  words: string;
  tables: string[];
  open: MatterView[];
}

/** A hand pay. Surveillance and the regulator see it without the winner. */
export interface HandPayView {
  number: number;
  table: string;
  game: string;
  round: number;
  seat: number;
  at: number;
  year: number;
  status: string;
  settled: boolean;
  lines: WinView[];
  won: number;
  withheld: number;
  next_step: string;
  needs_witness: boolean;
  filed_by: string;
  floor: string;
  payer: string;
  witness: string;
  reason: string;
  clauses: string[];
  identified: boolean;
  winner: MaskedIdentity | null;
}

/** A hand will be settled again, followed by the hands settled after it. */
export interface HandReopened {
  type: 'hand_reopened@1';
  seat: number;
  reason: string;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** A hand was rebuilt from the discard rack. */
export interface HandReturned {
  type: 'hand_returned@1';
  seat: number;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

export interface HandShown {
  type: 'hand_shown@1';
  seat: number;
  cards: string[];
  hand: string;
  words: string;
  count?: number;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** A hand with its announced name, and the ranks that decide between hands of the same name. */
export interface HandView {
  place: string;
  hand: string;
  words: string;
  ranks: string[];
  cards: string[];
  count: number | null;
  qualifies: boolean | null;
}

export interface HandleDevice {
  type: 'handle_device@1';
  device: string;
  how: string;
  by?: string;
  at?: number;
}

export interface Heads {
  stream: string;
  kind: string;
  entries: number;
  head: string;
  at: number;
  cuts: StreamHead[];
}

/** The health of a node, with the names of its closed and paused tables. */
export interface HealthView {
  status: string;
  tables: number;
  closed: string[];
  paused: string[];
  older_segments: string;
  notices: string[];
}

/** The client's first message. After a reconnect, it contains the cursor to resume from. */
export interface Hello {
  type: 'hello';
  after?: [number, number];
  proofs?: boolean;
  clock?: boolean;
  words?: boolean;
}

/** Cards hidden during the round, disclosed to surveillance and the regulator after it ends. */
export interface HiddenCardsShown {
  type: 'hidden_cards_shown@1';
  cards: Record<string, (string | null)[]>;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** A notice from the server, for example that play is paused or that the server is closing. */
export interface HouseNotice {
  type: 'notice';
  code: string;
  message: string;
}

/** The gaming day of the last inspection of shoe and shuffler. `due` is set if that is not today. */
export interface InspectionStatus {
  day: number;
  due: boolean;
  clauses: string[];
}

/** The main bank. The cage counts it blind, so the amounts by the books are hidden from the cage. */
export interface InventoryView {
  counted: number;
  cash: number | null;
  chips: Record<string, number> | null;
  drawers_cash: number | null;
  count: BankCountView | null;
  slips: BankSlipView[];
  withdrawals: WithdrawalView[];
  second_above: number;
  circulation: CirculationView | null;
}

export interface ItemScore {
  item: 'technique' | 'control' | 'knowledge' | 'pace';
  planted: number;
  caught: number;
  late: number;
  missed: number;
  points: string;
}

/** The exact values of a decision, and the rule of the short list that decides it. */
export interface JudgedDecision {
  question: number;
  name: string;
  hand: string;
  board: string;
  dealer: string;
  key: string;
  kind: string;
  choices: ValuedChoice[];
  best: string;
  indifferent: boolean;
  reason: string;
  listed: string;
  list_cost: string;
}

export interface JudgedDrill {
  right: boolean;
  answer: string;
  given: string;
  reason: string;
  clauses: string[];
  readings: string[];
  seconds: number;
  due_left: number;
}

export interface JudgedRounds {
  played: number;
  decisions: MadeDecision[];
}

/** The cards that decide between a player's and the dealer's hand of the same rank, in words. */
export interface Kickers {
  seat: number;
  own: string;
  dealer: string;
}

export interface LabeledWager {
  wager: string;
  paytable: string | null;
  letter: string;
  offered: boolean;
  letters: PrintedPaytable[];
  hands: string[];
  odds: Record<string, string>;
  raises: Record<string, number[]>;
  label: string;
}

export interface LammersPlaced {
  type: 'lammers_placed@1';
  wager: string;
  seats: number[];
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** A symbol printed between areas. */
export interface LayoutMark {
  words: string;
  x: number;
  y: number;
}

/** A place on the layout other than a seat, with its cards. */
export interface LayoutPlace {
  place: string;
  cards: (string | null)[];
  face_up?: number;
  hand?: Hand;
}

export interface LessonStepView {
  words: string;
  chapter: number;
  clauses: string[];
  readings: string[];
  done: boolean;
}

/** The lessons for one submission in force. */
export interface LessonTable {
  submission: string;
  version: number;
  game: string;
  title: string;
  lessons: LessonView[];
}

export interface LessonView {
  name: string;
  title: string;
  chapters: string;
  cards: 'shoe' | 'named' | 'pack';
  steps: LessonStepView[];
}

/** A Commission license that a floorperson has checked. */
export interface License {
  number: string;
  until: string;
  by: string;
  at: number;
}

/** A wager's posted limits in cents (X-32). None means no limit. */
export interface Limit {
  minimum: number | null;
  maximum: number | null;
  increment: number | null;
}

/** A one-time link, displayed only once. */
export interface Link {
  person: string;
  link: string;
}

/** The progressive system became unreachable. The table refuses progressive wagers, and play continues. */
export interface LinkLost {
  type: 'link_lost@1';
  reason: string;
  by: string;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

export interface LinkRestored {
  type: 'link_restored@1';
  by: string;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

export interface Load {
  type: 'load@1';
  deck: string;
  by?: string;
  at?: number;
}

export interface LobbyEntry {
  table: string;
  game: string;
  title: string;
  round: number;
  seats: number;
  taken: number;
  limits: Record<string, LobbyLimit>;
  meters: Record<string, number>;
  money: string;
  live: boolean;
  paused: boolean;
  node: string;
  line: string;
  first: FirstWager;
  sides: string[];
  seated: number[];
  cloth: Record<string, string>;
  sample: string[];
  company: number;
  approval: string;
}

/** The limits of a wager, in cents. */
export interface LobbyLimit {
  minimum: number | null;
  maximum: number | null;
  fixed: number | null;
}

/** A table as the lobby shows it. */
export interface LobbyTable {
  table: string;
  game: string;
  title: string;
  round: number;
  seats: number;
  taken: number;
  limits: Record<string, LobbyLimit>;
  meters: Record<string, number>;
  money: string;
  live: boolean;
  paused: boolean;
  node: string;
  line: string;
  first: FirstWager;
  sides: string[];
  seated: number[];
  cloth: Record<string, string>;
  sample: string[];
  company: number;
}

export interface LockProgressive {
  type: 'lock_progressive@1';
  by?: string;
  at?: number;
}

/** Report that the progressive system is unreachable. */
export interface LoseLink {
  type: 'lose_link@1';
  reason: string;
  by?: string;
  at?: number;
}

/** A player's own decision in a finished round. Amounts are in cents. */
export interface MadeDecision {
  table: string;
  round: number;
  game: string;
  kind: string;
  question: string;
  reason: string;
  choice: string;
  best: string;
  hand: string;
  board: string;
  lost: number;
}

/** A winner's identity with the last four digits of the numbers. */
export interface MaskedIdentity {
  name: string;
  born: string;
  address: string;
  city: string;
  id_kind: string;
  id_number: string;
  taxpayer: string;
}

export interface MatterView {
  words: string;
  table?: string;
  clauses?: string[];
}

export interface Me {
  person: string;
  name: string;
  kind: string;
  roles: string[];
  titles: string[];
  page: string;
  wallet: WalletView | null;
  seats: OwnSeat[];
  deals_at: string;
}

export interface MemberView {
  person: string;
  name: string;
  kind: string;
  roles: string[];
  locked: boolean;
  dismissed: boolean;
  wants_link: boolean;
}

/** An act in a console's menus. With the sample fields in `probe`, a preview explains why the act is not offered. */
export interface MenuAct {
  act: string;
  title: string;
  pane: string;
  probe: Record<string, unknown>;
}

/** A meter gained its exact share of the accepted wagers, including fractions of a cent. */
export interface MeterContributed {
  type: 'meter_contributed@1';
  meter: string;
  amount: Exact;
  transfer?: number;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** A meter as a table read it: its amount, and the number of payments so far. */
export interface MeterReading {
  amount: Exact;
  draws: number;
  elsewhere: number;
}

export interface MeterReset {
  type: 'meter_reset@1';
  meter: string;
  cents: number;
  transfer?: number;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** A meter gave back its share of a void wager or round (X-06). */
export interface MeterTakenBack {
  type: 'meter_taken_back@1';
  meter: string;
  amount: Exact;
  transfer?: number;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

export interface MeterView {
  group: string;
  meter: string;
  shown: number;
  exact: string;
  paid: number;
  tables: string[];
  link_lost: string;
}

export interface MethodSwitched {
  type: 'method_switched@1';
  dealing: string;
  shuffler: string;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** One page of a player's finished rounds, latest first, with each decision under its kind. */
export interface MistakesPage {
  rounds: JudgedRounds;
  before: number | null;
}

/** After bets are closed, reveal the players' numbers. They determine the order of the cards. */
export interface MixDeal {
  type: 'mix_deal@1';
  round: number;
  reveals?: Record<string, string>;
  by?: string;
  at?: number;
}

/** Restart the player's time limit. The server refuses this message while another player is waiting. */
export interface MoreTime {
  type: 'more_time';
  id: string;
}

/** The chips that one wager moves. */
export interface Move {
  seat: number;
  name: string;
  wager: string;
  staked: number;
  returned: number;
  net: number;
  result: string;
  action: string;
  cents: number;
  clauses: string[];
  readings: string[];
  player: string;
  chips: number;
  tray: number;
  pays: string;
  banked: boolean;
  meter: string;
  cut: number;
}

/** Name unseen cards as they are turned up. */
export interface NameCards {
  type: 'name_cards@1';
  place: string;
  cards: string[];
  first?: number;
  by?: string;
  at?: number;
}

export interface NamingCorrected {
  type: 'naming_corrected@1';
  place: string;
  index: number;
  was: string;
  card: string;
  by: string;
  reason: string;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** A later act that can be predicted. */
export interface NextActView {
  act: string;
  words: string;
  clauses: string[];
  blanks: string[];
}

export interface NextSigner {
  title: string;
  roles: string[];
}

/** Addresses of the other running nodes, to try when this node does not respond. */
export interface Nodes {
  type: 'nodes';
  addresses: string[];
}

export interface NoteView {
  note: number;
  table: string;
  words: string;
  by: string;
  name: string;
  at: number;
}

/** One act, as a command with sample values. The person fills in the blanks before sending. */
export interface Offer {
  act: string;
  sample: TableCommand;
  blanks?: Blank[];
  due?: boolean;
  title?: string;
  pane?: string;
}

/** The value of each choice in a player's decision, and whether the player's chips cover it. */
export interface OfferedAdvice {
  game: string;
  decision: string;
  hand: string;
  board: string;
  dead: string;
  choices: OfferedChoice[];
  best: string;
  indifferent: boolean;
}

export interface OfferedChoice {
  choice: string;
  value: string;
  cost: string;
  offered: boolean;
}

export interface OpenPoint {
  words: string;
  who: string;
}

/** Proofs of cards that this person sees (docs/dealing.md). */
export interface OpeningMessage {
  type: 'opening';
  round: number;
  openings: CardOpening[];
}

/** A person's saved openings of one deal or of a whole evening. */
export interface Openings {
  format: string;
  deals: DealEvidence[];
  player: string;
  numbers: string[];
}

/** The operator's choices that affect play. */
export interface OperatorChoices {
  game: string;
  dealing: 'shoe' | 'hand' | 'automated';
  paytables: Record<string, string>;
  progressive: ProgressiveTerms | null;
  readings: Record<string, string>;
  adjacent_boxes: number;
  payout_limit: number | null;
  limits: Record<string, Limit>;
  dealer_cards: 'delivered' | 'held';
  community_stack: 2 | 3;
  decks: 1 | 2;
  shuffler: 'none' | 'plain' | 'counting' | 'reshuffling';
  electronic: boolean;
  seats: number | null;
  approvals: Record<string, string>;
}

export interface OrderRecut {
  type: 'order_recut@1';
  deck: string;
  reason: string;
  by?: string;
  at?: number;
}

export interface OrderShuffle {
  type: 'order_shuffle@1';
  deck: string;
  reason: string;
  by?: string;
  at?: number;
}

/** One outcome of a wager. Fractions are exact, such as "3/7". */
export interface OutcomeFigures {
  outcome: string;
  probability: string;
  pays: string;
  net: string;
}

/** A running test as the examinee sees it. It contains no plan and no errors. */
export interface OwnExamView {
  running: boolean;
  table: string;
  seconds_left: number;
  lines: SceneView[];
  reasons: StopReason[];
  seats: number[];
}

/** One of the signed-in person's seats, on any node. */
export interface OwnSeat {
  table: string;
  seat: number;
  chips: number;
  node: string;
}

/** The rate limit of a socket. */
export interface Pace {
  at_once: number;
  a_second: number;
}

/** A customer with an account, for the cage. */
export interface PatronView {
  person: string;
  name: string;
  cents: number;
  signed_in: boolean;
}

export interface PayProgressive {
  type: 'pay_progressive@1';
  seat: number;
  meters?: Record<string, MeterReading>;
  by?: string;
  at?: number;
}

export interface PayoutDue {
  seat: number;
  name: string;
  wager: string;
  cents: number;
  meter: string;
  refill: number;
  clauses: string[];
  readings: string[];
  envy: SeatPayment[];
  validated: boolean;
  light: string[];
  validates: boolean;
  hand: string;
}

/** A large payout, and the steps required before it is validated or paid. */
export interface PayoutView {
  due: PayoutDue;
  round: number;
  needs: string[];
  clauses: string[];
  told: string;
  told_at: number;
  witness: string;
  witness_at: number;
}

/** A row of the permission matrix for the pages, with a mark for each role that may do it. */
export interface PermissionView {
  kind: string;
  name: string;
  allowed: Record<string, string>;
}

/** A place of the plan, with the error that was planted there. */
export interface PlanRow {
  number: number;
  round: number;
  stage: string;
  title: string;
  item: string;
  due: string;
  remedy: string;
  planned_clause: string;
  error: number;
  seat: number;
  scene: string;
  clause: string;
  machine: string;
  outcome: string;
  noticed: string;
  seconds: number;
}

export interface Playback {
  table: string;
  round: number;
  at: number;
  first: number;
  last: number;
  entries: PlaybackStep[];
  marks: FoundMark[];
  posted: PostedTable;
  title: string;
  game: string;
  record_file: string;
  corrected_by: number[];
}

/** A `ReplayEntry` with its time. Only a reader of the whole stream gets `n` and `hash`. */
export interface PlaybackStep {
  events: TableEvent[];
  lines: ReplayLine[];
  sight: Sight;
  at: number;
  n?: number;
  hash?: string;
}

export interface PlayedRound {
  table: string;
  round: number;
  at: number;
  staked: number;
  net: number;
}

/** A player's chips did not cover a reversal. The purse is negative by the missing amount. */
export interface PlayerOwes {
  type: 'player_owes@1';
  player: string;
  cents: number;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** A betting area of every seat, in layout units from the seat's center. */
export interface PostedArea {
  wager: string;
  label: string;
  words: string;
  shape: string;
  x: number;
  y: number;
  kind: string;
  clause: string;
  emblem: string;
}

/** The limits of a pending change by wager, and when they begin (None if not yet known). */
export interface PostedChange {
  limits: Record<string, Limit>;
  at: number | null;
}

/** A chip denomination in the tray. */
export interface PostedChip {
  value: number;
  colour: string;
}

/** One choice and its effect on wagers. */
export interface PostedChoice {
  name: string;
  clauses: string[];
  stakes?: string;
  multiple?: number;
  of?: string;
  collects?: string[];
  withdraws?: string;
}

export interface PostedLayout {
  cloth: Cloth;
  areas: PostedArea[];
  marks: LayoutMark[];
  notices: PostedNotice[];
  strip: string[];
  places: PostedPlace[];
  hand: number;
}

export interface PostedNotice {
  words: string;
  clauses: string[];
  readings: string[];
}

export interface PostedPaytable {
  wager: string;
  label: string;
  letter: string;
  clause: string;
  rows: PostedRow[];
}

/** A place for cards that belong to no seat, with the number of cards. */
export interface PostedPlace {
  place: string;
  cards: number;
}

/** A question that the dealer asks during a round. */
export interface PostedQuestion {
  name: string;
  clauses: string[];
  choices: PostedChoice[];
}

export interface PostedRow {
  hand: string;
  pays: string;
  clause: string;
  meter: string;
  words: string;
}

export interface PostedTable {
  dealing: string;
  wagers: Stake[];
  paytables: PostedPaytable[];
  readings: Record<string, string>;
  payout_limit: number | null;
  positions: number;
  boxes: number;
  deck: string[];
  choices: string[];
  questions: PostedQuestion[];
  labels: Record<string, string>;
  about: Record<string, string>;
  unit: string;
  times: Times;
  money: string;
  layout: PostedLayout;
  progressive: Record<string, unknown> | null;
  tray: PostedChip[];
}

export interface PracticeOverview {
  games: PracticeView[];
  due: Record<string, number>;
}

/** The visible cards of a decision, separated by spaces. */
export interface PracticeSpot {
  question: number;
  name: string;
  hand: string;
  board: string;
  dealer: string;
  choices: string[];
  key: string;
}

/** A game to practice, with the rules of one table. Amounts are in cents. */
export interface PracticeView {
  game: string;
  title: string;
  table: string;
  unit: number;
  unit_label: string;
  questions: PostedQuestion[];
  kinds: PracticedKind[];
  missing: string;
}

/** A kind of decision with a person's own record. */
export interface PracticedKind {
  id: string;
  selection: string;
  question: number | null;
  rule: string;
  choice: string;
  at_stake: number;
  answered: number;
  wrong: number;
  lost: number;
  due: number | null;
}

/** Do one step of opening a table (inspect, verify, spread, view, face_down, wash or stack). */
export interface Prepare {
  type: 'prepare@1';
  deck: string;
  step: string;
  by?: string;
  at?: number;
}

/** The result of a preview, with `words` for a button and `headline` for the page. */
export interface PreviewOutcome {
  words: string;
  headline: string;
  clauses?: string[];
  readings?: string[];
}

/** One event of a preview. `card` is set if the event names a card. The sender may not have chosen that card yet. */
export interface PreviewStep {
  words: string;
  clauses?: string[];
  readings?: string[];
  card?: boolean;
}

/** A player's decision with the exact value of every choice. */
export interface PricedDecision {
  seat: number;
  question: string;
  choice: string;
  best: string;
  indifferent: boolean;
  cost: string;
  unit: number;
  hand: string;
  board: string;
  by: 'player' | 'time' | 'floor';
  forced: boolean;
  choices: OfferedChoice[];
  clauses: string[];
}

/** The exact figures of a paytable. */
export interface PrintedFigures {
  ev: string;
  house_edge: number;
  house_edge_exact: string;
  hold: number;
  hold_exact: string;
  average_wager: string;
  best_play: ChoiceShares[];
  unit: string;
  sd: number;
  hit_frequency: string;
  outcomes?: OutcomeFigures[];
}

/** A paytable of the rule book, with its rows as printed. */
export interface PrintedPaytable {
  letter: string;
  clause: string;
  rows: PrintedRow[];
}

export interface PrintedRow {
  hand: string;
  pays: string;
  clause: string;
}

/** A hand has won the progressive. A floorperson must validate it before it is paid. */
export interface ProgressiveAwaits {
  type: 'progressive_awaits@1';
  seat: number;
  player: string;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** The progressive system was locked and accepted the wagers of these seats. */
export interface ProgressiveLocked {
  type: 'progressive_locked@1';
  seats: number[];
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** The Progressive Payout Wager as the table offers it, in cents (uth/12.D, letitride/12.E-J). */
export interface ProgressiveTerms {
  paytable: string;
  stakes: number[];
  rates: Record<string, string>;
  initial: Record<string, number>;
  resets: Record<string, number>;
  envy: string | null;
  envy_holder_must_bet: boolean;
  group: string;
}

/** A floorperson verified the hand and the system's light (uth/11.J.2.a-c). */
export interface ProgressiveValidated {
  type: 'progressive_validated@1';
  seat: number;
  by: string;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

export interface RackCards {
  type: 'rack_cards@1';
  by?: string;
  at?: number;
}

export interface RackStub {
  type: 'rack_stub@1';
  by?: string;
  at?: number;
}

/** A finished result. No name is shown. */
export interface RankedResult {
  challenge: string;
  game: string;
  hands: number;
  done: number;
  unit: number;
  decisions: number;
  mistakes: number;
  result: string;
  expected: string;
  lost: string;
  luck: string;
  finished: boolean;
  at: number;
  id: string;
  own: boolean;
}

/** The data that a card reader signs together with the cards. */
export interface ReaderSession {
  session: string;
  sequence: number;
  round: number;
  due: number;
}

export interface Reading {
  id: string;
  severity: string;
  question: string;
  clauses: string[];
  options: Record<string, string>;
  default: string;
  switchable: boolean;
  why: string;
  choices: string[];
  games: string[];
  money: string;
}

/** A reading and the value of its options, by wager and paytable. */
export interface ReadingAnswer {
  reading: Reading;
  worth: Record<string, Record<string, string>>;
}

/** A stopped entry of cards, until a floorperson decides which name is right. */
export interface ReadingDispute {
  round: number;
  device: string;
  cards: DisputedCard[];
  dealer: string;
  at?: number;
  keep?: 'reader' | 'dealer' | '';
  decided_by?: string;
}

/** A reading with its options, the option that a table uses, and the value of each option. */
export interface ReadingTaken {
  id: string;
  question: string;
  options: Record<string, string>;
  choices: string[];
  taken: string;
  default: string;
  why: string;
  clauses: string[];
  worth: Record<string, Record<string, string>>;
}

/** Finish betting for this player in this round. `reveal` and `next` are for verifiable dealing. */
export interface Ready {
  type: 'ready';
  round: number;
  reveal?: string;
  next?: string;
}

export interface ReadySeats {
  type: 'ready_seats';
  round: number;
  seats?: number[];
  away?: number[];
}

export interface ReceiveDecks {
  type: 'receive_decks@1';
  backs: string[];
  prepared?: boolean;
  by?: string;
  at?: number;
}

/** A finished round without names. */
export interface RecentRound {
  round: number;
  at: number;
  places: LayoutPlace[];
  seats: RecentSeat[];
  voided?: VoidView;
}

/** A seat's cards and results, as in `SeatSight`. Fields with their default value are left out. */
export interface RecentSeat {
  seat: number;
  cards?: (string | null)[];
  hand?: Hand;
  outcomes?: WagerOutcome[];
  envy?: number;
  net?: number;
  folded?: boolean;
  corrected?: boolean;
}

/** An alert that is open until surveillance (or, for a small win, the floor) acknowledges it. */
export interface RecordedAlertView {
  alert: number;
  table: string;
  kind: string;
  words: string;
  round: number;
  seat: number;
  cents: number;
  name: string;
  at: number;
  clauses: string[];
}

export interface Recount {
  type: 'recount@1';
  total: number;
  misdealt: boolean;
  hand?: string;
  by?: string;
  at?: number;
}

export interface RecutOrdered {
  type: 'recut_ordered@1';
  deck: string;
  reason: string;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

export interface Refusal {
  type: 'refused';
  code: string;
  message: string;
  id?: string;
  clauses?: string[];
  readings?: string[];
  remedy?: string;
}

/** A card reader, or the proposal of one, with the names of the people who registered it. */
export interface RegisteredReader {
  table: string;
  device: string;
  key: string;
  proposed_by: string;
  yours: boolean;
  at: number;
  confirmed_by: string;
}

export interface Regulation {
  id: string;
  topic: string;
  kind: string;
  status: 'enforced' | 'recorded' | 'informative';
  gist: string;
  reason: string;
}

export interface RegulationCoverage {
  clauses: number;
  enforced: number;
  recorded: number;
  informative: number;
  uncovered: string[];
}

export interface RemoveDeck {
  type: 'remove_deck@1';
  deck: string;
  reason: string;
  by?: string;
  at?: number;
}

/** An entry and the table as one person saw them. */
export interface ReplayEntry {
  events: TableEvent[];
  lines: ReplayLine[];
  sight: Sight;
  n?: number;
  hash?: string;
}

/** One event in words, with its clauses and readings. */
export interface ReplayLine {
  words: string;
  clauses?: string[];
  readings?: string[];
}

export interface ReportDeviceFailure {
  type: 'report_device_failure@1';
  device: string;
  idle_deck?: boolean;
  dead?: boolean;
  by?: string;
  at?: number;
}

export interface ReportDrawnInError {
  type: 'report_drawn_in_error@1';
  by?: string;
  at?: number;
}

/** Report a card that was seen too early: a card of the dealer, the board, the box or a player. */
export interface ReportExposed {
  type: 'report_exposed@1';
  place: string;
  index?: number;
  card?: string;
  by?: string;
  at?: number;
}

export interface ReportFaceUp {
  type: 'report_face_up@1';
  cards: (string | null)[];
  drawn?: boolean;
  by?: string;
  at?: number;
}

/** Report another irregularity: `missed_burn`, or `other` with details. */
export interface ReportOther {
  type: 'report_other@1';
  matter: string;
  detail: string;
  by?: string;
  at?: number;
}

export interface ReportWrongNumber {
  type: 'report_wrong_number@1';
  place: string;
  cards: number;
  by?: string;
  at?: number;
}

export interface RestoreLink {
  type: 'restore_link@1';
  by?: string;
  at?: number;
}

/** Return a banked wager before the deal, because it was not accepted or its chip is missing. */
export interface ReturnChip {
  type: 'return_chip@1';
  wager: string;
  seat: number;
  reason: string;
  by?: string;
  at?: number;
}

export interface RevealDealer {
  type: 'reveal_dealer@1';
  by?: string;
  at?: number;
}

/** The second-person confirmation that a command needs, as shown in its preview. */
export interface ReviewNeeded {
  cents: number;
  threshold: number;
  who: string;
  state: string;
  number?: number;
  by?: string;
  words?: string;
  sum_of?: 'act' | 'round' | 'day';
  earlier?: number;
}

export interface RoundEnded {
  type: 'round_ended@1';
  round: number;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** A player's decisions in a finished round. Values are in units of the wager `unit`. */
export interface RoundReview {
  table: string;
  round: number;
  unit: string;
  decisions: PricedDecision[];
  kickers: Kickers[];
}

export interface RoundVoided {
  type: 'round_voided@1';
  round: number;
  reason: string;
  settles?: string[];
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

export interface RuleOnIncident {
  type: 'rule@1';
  outcome: string;
  reason: string;
  by?: string;
  at?: number;
}

export interface Ruled {
  type: 'ruled@1';
  matter: string;
  outcome: string;
  reason: string;
  by: string;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

export interface RulesChanged {
  type: 'rules_changed@1';
  choices: OperatorChoices;
  by: string;
  reason?: string;
  joins?: Record<string, number>;
  leaves?: string[];
  transfer?: number;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

export interface RulesCoverage {
  clauses: number;
  leaves: number;
  enforced: number;
  recorded: number;
  informative: number;
  uncovered: string[];
  rules: number;
  rules_enforced: number;
  rules_recorded: number;
  rules_informative: number;
  uncited: string[];
  untested: string[];
  evidence: boolean;
  regulations: RegulationCoverage;
  games: GameCoverage[];
}

/** The rules of a table, for players. */
export interface RulesOfTable {
  table: string;
  title: string;
  game: string;
  edition: string;
  submission: SubmissionOfTable;
  readings: ReadingTaken[];
  guide: Guide;
}

/** No clause covers the matter. A floorperson must rule, and a default is proposed (X-15). */
export interface RulingAsked {
  type: 'ruling_asked@1';
  matter: string;
  detail: string;
  default: string;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

export interface SceneView {
  number: number;
  round: number;
  words: string;
}

export interface SearchResult {
  rounds: FoundRound[];
  looked_at: number;
  next: string;
  labels: Record<string, Record<string, string>>;
}

/** A floorperson declared a seat's wagers abandoned or forfeited. */
export interface SeatForfeited {
  type: 'seat_forfeited@1';
  seat: number;
  player: string;
  reason: string;
  by: string;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

export interface SeatLeft {
  type: 'seat_left@1';
  seat: number;
  player: string;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** The Envy Bonus payment to one seat. */
export interface SeatPayment {
  seat: number;
  name: string;
  cents: number;
  clauses: string[];
  readings: string[];
}

export interface SeatSettled {
  type: 'seat_settled@1';
  seat: number;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

export interface SeatSight {
  seat: number;
  player: string;
  name?: string;
  chips?: number;
  wagers?: Record<string, number>;
  cards?: (string | null)[];
  in_play?: boolean;
  folded?: boolean;
  hand?: Hand;
  outcomes?: WagerOutcome[];
  envy?: number;
  envy_clauses?: string[];
  net?: number;
  acted_for?: 'time' | 'floor' | '';
  so_far?: string;
}

export interface SeatTaken {
  type: 'seat_taken@1';
  seat: number;
  player: string;
  name?: string;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

export interface SessionState {
  signed_in: boolean;
}

/** The open sessions of a staff member or patron. */
export interface SessionsView {
  person: string;
  name: string;
  sessions: number;
  since: number;
  until: number;
}

export interface SettleSeat {
  type: 'settle_seat@1';
  seat: number;
  meters?: Record<string, MeterReading>;
  by?: string;
  at?: number;
}

/** A correction made the right payment, after `SettlementReversed` took back the wrong one. */
export interface SettlementCorrected {
  type: 'settlement_corrected@1';
  round: number;
  seat: number;
  player: string;
  wager: string;
  staked: number;
  returned: number;
  result: 'win' | 'lose' | 'push' | 'returned' | 'forfeit';
  by: string;
  reason: string;
  from_meter?: string;
  refill?: number;
  read?: number;
  transfer?: number;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** The first half of a correction reversed the wrong payment. */
export interface SettlementReversed {
  type: 'settlement_reversed@1';
  round: number;
  seat: number;
  player: string;
  wager: string;
  cents: number;
  by: string;
  reason: string;
  from_meter?: string;
  refill?: number;
  read?: number;
  transfer?: number;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

export interface SharedResult {
  challenge: string;
  game: string;
  hands: number;
  done: number;
  unit: number;
  decisions: number;
  mistakes: number;
  result: string;
  expected: string;
  lost: string;
  luck: string;
  finished: boolean;
  at: number;
  id: string;
  title: string;
}

export interface ShownRound {
  table: string;
  round: number;
  at: number;
  entries: ReplayEntry[];
  record: Record<string, unknown> | null;
  record_file: string;
  deal: Openings | null;
}

export interface Shuffle {
  type: 'shuffle@1';
  deck: string;
  by_machine?: boolean;
  counted?: number;
  by?: string;
  at?: number;
}

export interface ShuffleOrdered {
  type: 'shuffle_ordered@1';
  deck: string;
  reason: string;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

export interface Sight {
  person: string;
  game: string;
  title: string;
  dealing: string;
  round: number;
  turn: TurnView;
  seats?: SeatSight[];
  places?: LayoutPlace[];
  stub?: number;
  rack?: number;
  meters?: Record<string, number>;
  void?: string;
  voided?: VoidView;
  chips?: number;
  own_seats?: number[];
  discarded?: number;
}

/** The signer and the time. */
export interface Signature {
  by: string;
  at: number;
}

export interface SitDown {
  type: 'sit_down@1';
  seat: number;
  player: string;
  name?: string;
  by?: string;
  at?: number;
}

/** A numbered slip for cash at the cage, stored while it can still be reversed. */
export interface Slip {
  number: number;
  id: string;
  person: string;
  cents: number;
  by: string;
  reversed: boolean;
  kind: 'wallet' | 'chips';
  chips: Record<string, number>;
}

/** A text of the document, identified by its SHA-256. */
export interface Source {
  sha256: string;
  note: string;
}

/** A table's totals for a day, month or year: the report's columns, in cents, and each wager. */
export interface SpanReport {
  rounds: number;
  voided: number;
  drop: number;
  win: number;
  hold: string | null;
  contributed: Record<string, string>;
  wagers: Record<string, unknown>[];
}

/** A wager allowed before the deal, with its limits in cents. */
export interface Stake {
  name: string;
  label: string;
  clause: string;
  required: boolean;
  equal_to?: string;
  needs?: string[];
  fixed?: number;
  minimum?: number;
  maximum?: number;
  increment?: number;
  placed?: number;
  covered?: number;
  chips?: number[];
}

export interface StakeShown {
  wager: string;
  cents: number;
}

/** One movement of a wallet. */
export interface StatementLine {
  n: number;
  at: number;
  what: string;
  cents: number;
  table: string;
  transfer: string;
  slip: number;
}

/** One dealer, table or game over a period. */
export interface StatisticsLine {
  name: string;
  rounds: number;
  seconds: number;
  timed: number;
  an_hour: number | null;
  marked: Record<string, number>;
}

export interface StopAnswer {
  words: string;
}

/** A reason that the examinee can give when they stop the game. */
export interface StopReason {
  id: string;
  words: string;
}

export interface StopView {
  result: string;
  words: string;
  seat: number;
  round: number;
}

/** A hand with the value of each choice, in units. */
export interface StrategyHand {
  hand: string;
  best: string;
  values: Record<string, number>;
}

/** A rule of the short list as a sentence. */
export interface StrategyLine {
  words: string;
  choice: string;
  at_stake: number;
}

/** The short list of one question, and the loss in units per round that more rules could avoid. */
export interface StrategyStep {
  question: number;
  name: string;
  lines: StrategyLine[];
  cost: number;
}

/** The strategy of a game at one table and with one paytable. ``unit`` is in cents. */
export interface StrategyView {
  paytable: string | null;
  paytables: string[];
  best: number;
  short: number | null;
  steps: StrategyStep[];
  hands: StrategyHand[];
  notes: string[];
  missing: string;
  game: string;
  title: string;
  table: string;
  unit: number;
  unit_label: string;
  questions: PostedQuestion[];
}

/** The head before a segment, with the software and rule book versions that wrote the segment. */
export interface StreamHead {
  segment: number;
  at: number;
  entries: number;
  head: string;
  code: string;
  book: string;
  edition: string;
}

export interface StreamLine {
  stream: string;
  kind: string;
  entries: number;
  head: string;
  segments: number;
}

export interface Strip {
  round: number;
  act: string;
  words: string;
  role: string;
  stopped: boolean;
  clauses: string[];
  since: number;
  seated: number;
  bettors: number;
  meters: Record<string, number>;
  cards: [number, number];
  payout: PayoutView | null;
  paused: boolean;
}

export interface StubCounted {
  type: 'stub_counted@1';
  cards: number;
  right: boolean;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

export interface StubRacked {
  type: 'stub_racked@1';
  cards: number;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** The number of rounds until the next stub count. It is 0 for this round, and None if the shuffler counts. */
export interface StubStatus {
  rounds: number | null;
  cards: number;
  clauses: string[];
  readings: string[];
}

/** The figures of a version and, if requested, those of a second computation. */
export interface SubmissionFigures {
  submission: string;
  version: number;
  game: string;
  command: string;
  figures: WagerFigures[];
  again?: WagerFigures[];
  same?: boolean;
}

/** The submission of a table with its version and approval. All fields are empty without a submission. */
export interface SubmissionInForce {
  submission?: string;
  version?: number;
  approved_at?: number;
  approval?: string;
}

/** The submission of a table, with its approval and the clauses whose approval is pending. */
export interface SubmissionOfTable {
  submission: string;
  version: number;
  digest: string;
  approved_at: number;
  approval: string;
  pending: string[];
  conditions: string;
}

/** The readings of an approved submission, and the tables that use it. */
export interface SubmissionReadings {
  submission: string;
  version: number;
  game: string;
  tables: string[];
  readings: ReadingTaken[];
}

export interface SubmissionView {
  submission: string;
  game: string;
  in_force: number;
  versions: VersionView[];
  tables: string[];
}

/** The tables that one person supervises, and the limit. */
export interface SupervisionLoad {
  person: string;
  name: string;
  role: string;
  tables: string[];
  share: number;
  most: number;
  clauses: string[];
}

export interface SwitchMethod {
  type: 'switch_method@1';
  dealing: string;
  shuffler: string;
  by?: string;
  at?: number;
}

export type TableCommandType =
  | 'act_for@1'
  | 'attest@1'
  | 'bank_chips@1'
  | 'bet@1'
  | 'buy_in@1'
  | 'cash_out@1'
  | 'change_rules@1'
  | 'close_betting@1'
  | 'collect_chips@1'
  | 'commit_deal@1'
  | 'correct_decision@1'
  | 'correct_envy@2'
  | 'correct_keying@1'
  | 'correct_naming@2'
  | 'correct_settlement@2'
  | 'count_stub@1'
  | 'cut@1'
  | 'deal@1'
  | 'decide@1'
  | 'declare_abandoned@1'
  | 'declare_defective@1'
  | 'declare_forfeit@1'
  | 'discard_deal@1'
  | 'get_up@1'
  | 'go_idle@2'
  | 'handle_device@1'
  | 'load@1'
  | 'lock_progressive@1'
  | 'lose_link@1'
  | 'mix_deal@1'
  | 'name_cards@1'
  | 'order_recut@1'
  | 'order_shuffle@1'
  | 'pay_progressive@1'
  | 'prepare@1'
  | 'rack_cards@1'
  | 'rack_stub@1'
  | 'receive_decks@1'
  | 'recount@1'
  | 'remove_deck@1'
  | 'report_device_failure@1'
  | 'report_drawn_in_error@1'
  | 'report_exposed@1'
  | 'report_face_up@1'
  | 'report_other@1'
  | 'report_wrong_number@1'
  | 'restore_link@1'
  | 'return_chip@1'
  | 'reveal_dealer@1'
  | 'rule@1'
  | 'settle_seat@1'
  | 'shuffle@1'
  | 'sit_down@1'
  | 'switch_method@1'
  | 'take_back@1'
  | 'turn_up@1'
  | 'validate_progressive@1';

export interface TableCommand {
  type: TableCommandType;
  at?: number;
  backs?: string[];
  book?: string;
  brought?: boolean;
  by?: string;
  by_machine?: boolean;
  card?: string;
  cards?: CardName[] | number | (string | null)[] | string[];
  carried?: boolean;
  cents?: number;
  chips?: number;
  choice?: string;
  choices?: OperatorChoices;
  clause?: string;
  counted?: number;
  dead?: boolean;
  dealing?: string;
  deck?: string;
  depth?: number;
  detail?: string;
  device?: string;
  drawn?: boolean;
  face_up?: boolean;
  first?: number;
  fixed?: Record<string, string>;
  hand?: string;
  holder?: number;
  how?: string;
  idle_deck?: boolean;
  index?: number;
  legacy?: boolean;
  light?: boolean;
  matter?: string;
  meters?: Record<string, MeterReading>;
  misdealt?: boolean;
  missing?: string[];
  name?: string;
  note?: string;
  others?: CardName[];
  outcome?: string;
  place?: string;
  player?: string;
  prepared?: boolean;
  question?: string;
  reason?: string;
  returned?: number;
  reveals?: Record<string, string>;
  root?: string;
  round?: number;
  row?: string;
  seat?: number;
  shuffler?: string;
  step?: string;
  submission?: string;
  table?: string;
  tax?: boolean | number;
  toke?: number;
  total?: number;
  transfer?: string;
  wager?: string;
  wagers?: Record<string, number>;
}

export interface TableCommands {
  act_for: ActFor;
  attest: Attest;
  bank_chips: BankChips;
  bet: Bet;
  buy_in: BuyIn;
  cash_out: CashOut;
  change_rules: ChangeRules;
  close_betting: CloseBetting;
  collect_chips: CollectChips;
  commit_deal: CommitDeal;
  correct_decision: CorrectDecision;
  correct_envy: CorrectEnvy;
  correct_keying: CorrectKeying;
  correct_naming: CorrectNaming;
  correct_settlement: CorrectSettlement;
  count_stub: CountStub;
  cut: Cut;
  deal: DealCards;
  decide: Decide;
  declare_abandoned: DeclareAbandoned;
  declare_defective: DeclareDefective;
  declare_forfeit: DeclareForfeit;
  discard_deal: DiscardDeal;
  get_up: GetUp;
  go_idle: GoIdle;
  handle_device: HandleDevice;
  load: Load;
  lock_progressive: LockProgressive;
  lose_link: LoseLink;
  mix_deal: MixDeal;
  name_cards: NameCards;
  order_recut: OrderRecut;
  order_shuffle: OrderShuffle;
  pay_progressive: PayProgressive;
  prepare: Prepare;
  rack_cards: RackCards;
  rack_stub: RackStub;
  receive_decks: ReceiveDecks;
  recount: Recount;
  remove_deck: RemoveDeck;
  report_device_failure: ReportDeviceFailure;
  report_drawn_in_error: ReportDrawnInError;
  report_exposed: ReportExposed;
  report_face_up: ReportFaceUp;
  report_other: ReportOther;
  report_wrong_number: ReportWrongNumber;
  restore_link: RestoreLink;
  return_chip: ReturnChip;
  reveal_dealer: RevealDealer;
  rule: RuleOnIncident;
  settle_seat: SettleSeat;
  shuffle: Shuffle;
  sit_down: SitDown;
  switch_method: SwitchMethod;
  take_back: TakeBack;
  turn_up: TurnUp;
  validate_progressive: ValidateProgressive;
}

/** The facts about a table that neither `LobbyTable` nor `PostedTable` contains. */
export interface TableDetails {
  in_force: SubmissionInForce;
  change: PostedChange | null;
  voided: VoidView | null;
  nodes: string[];
  training: boolean;
}

export type TableEventType =
  | 'acted_for@1'
  | 'attested@1'
  | 'bets_closed@1'
  | 'bought_in@1'
  | 'card_exposed@1'
  | 'cards_dealt@1'
  | 'cards_named@1'
  | 'cards_racked@1'
  | 'cards_recounted@1'
  | 'cards_turned@1'
  | 'cashed_out@1'
  | 'chip_returned@1'
  | 'chips_banked@1'
  | 'chips_collected@1'
  | 'deal_committed@1'
  | 'deal_discarded@1'
  | 'deal_mixed@1'
  | 'dealer_revealed@1'
  | 'decided@1'
  | 'decision_corrected@1'
  | 'deck_cut@1'
  | 'deck_defective@1'
  | 'deck_loaded@1'
  | 'deck_prepared@1'
  | 'deck_removed@1'
  | 'deck_shuffled@1'
  | 'decks_received@1'
  | 'device_failed@1'
  | 'device_handled@1'
  | 'drawn_in_error@1'
  | 'envy_corrected@1'
  | 'envy_paid@1'
  | 'envy_reversed@1'
  | 'face_up_found@1'
  | 'hand_kept@1'
  | 'hand_mucked@1'
  | 'hand_reopened@1'
  | 'hand_returned@1'
  | 'hand_shown@1'
  | 'hidden_cards_shown@1'
  | 'lammers_placed@1'
  | 'link_lost@1'
  | 'link_restored@1'
  | 'meter_contributed@1'
  | 'meter_reset@1'
  | 'meter_taken_back@1'
  | 'method_switched@1'
  | 'naming_corrected@1'
  | 'player_owes@1'
  | 'progressive_awaits@1'
  | 'progressive_locked@1'
  | 'progressive_validated@1'
  | 'recut_ordered@1'
  | 'round_ended@1'
  | 'round_voided@1'
  | 'ruled@1'
  | 'rules_changed@1'
  | 'ruling_asked@1'
  | 'seat_forfeited@1'
  | 'seat_left@1'
  | 'seat_settled@1'
  | 'seat_taken@1'
  | 'settlement_corrected@1'
  | 'settlement_reversed@1'
  | 'shuffle_ordered@1'
  | 'stub_counted@1'
  | 'stub_racked@1'
  | 'table_idle@1'
  | 'wager_placed@1'
  | 'wager_reopened@1'
  | 'wager_settled@1'
  | 'wager_taken_back@1'
  | 'wrong_number@1';

export interface TableEvent {
  type: TableEventType;
  amount?: Exact;
  at?: number;
  audience?: string[];
  backs?: string[];
  banked?: boolean;
  book?: string;
  brought?: boolean;
  by?: string;
  by_machine?: boolean;
  card?: string;
  cards?: (string | null)[] | string[] | number | Record<string, string[]> | Record<string, (string | null)[]>;
  carried?: boolean;
  cents?: number;
  chips?: number;
  choice?: string;
  choices?: OperatorChoices;
  clause?: string;
  clauses?: string[];
  count?: number;
  counted?: number;
  cut?: number;
  dead?: boolean;
  deal?: number;
  dealing?: string;
  deck?: string;
  decks?: string[];
  default?: string;
  deliveries?: [string, number][];
  depth?: number;
  detail?: string;
  device?: string;
  face_up?: boolean;
  first?: number;
  fixed?: Record<string, string>;
  from_meter?: string;
  hand?: string;
  holder?: number;
  how?: string;
  index?: number;
  joins?: Record<string, number>;
  leaves?: string[];
  matter?: string;
  meter?: string;
  meters?: Record<string, MeterReading>;
  misdealt?: boolean;
  missing?: string[];
  name?: string;
  note?: string;
  outcome?: string;
  pays?: string;
  place?: string;
  places?: string[];
  player?: string;
  prepared?: boolean;
  qualifies?: boolean;
  question?: string;
  read?: number;
  readings?: string[];
  reason?: string;
  refill?: number;
  result?: 'win' | 'lose' | 'push' | 'returned' | 'forfeit';
  returned?: number;
  reveals?: Record<string, string>;
  right?: boolean;
  root?: string;
  round?: number;
  seat?: number;
  seats?: number[];
  seed?: string;
  sentence?: string;
  settles?: string[];
  shuffler?: string;
  staked?: number;
  step?: string;
  stub?: number;
  submission?: string;
  table?: string;
  tax?: boolean;
  toke?: boolean;
  total?: number;
  transfer?: string | number;
  wager?: string;
  was?: string;
  words?: string;
}

export interface TableEvents {
  acted_for: ActedFor;
  attested: Attested;
  bets_closed: BetsClosed;
  bought_in: BoughtIn;
  card_exposed: CardExposed;
  cards_dealt: CardsDealt;
  cards_named: CardsNamed;
  cards_racked: CardsRacked;
  cards_recounted: CardsRecounted;
  cards_turned: CardsTurned;
  cashed_out: CashedOut;
  chip_returned: ChipReturned;
  chips_banked: ChipsBanked;
  chips_collected: ChipsCollected;
  deal_committed: DealCommitted;
  deal_discarded: DealDiscarded;
  deal_mixed: DealMixed;
  dealer_revealed: DealerRevealed;
  decided: Decided;
  decision_corrected: DecisionCorrected;
  deck_cut: DeckCut;
  deck_defective: DeckDefective;
  deck_loaded: DeckLoaded;
  deck_prepared: DeckPrepared;
  deck_removed: DeckRemoved;
  deck_shuffled: DeckShuffled;
  decks_received: DecksReceived;
  device_failed: DeviceFailed;
  device_handled: DeviceHandled;
  drawn_in_error: DrawnInError;
  envy_corrected: EnvyCorrected;
  envy_paid: EnvyPaid;
  envy_reversed: EnvyReversed;
  face_up_found: FaceUpFound;
  hand_kept: HandKept;
  hand_mucked: HandMucked;
  hand_reopened: HandReopened;
  hand_returned: HandReturned;
  hand_shown: HandShown;
  hidden_cards_shown: HiddenCardsShown;
  lammers_placed: LammersPlaced;
  link_lost: LinkLost;
  link_restored: LinkRestored;
  meter_contributed: MeterContributed;
  meter_reset: MeterReset;
  meter_taken_back: MeterTakenBack;
  method_switched: MethodSwitched;
  naming_corrected: NamingCorrected;
  player_owes: PlayerOwes;
  progressive_awaits: ProgressiveAwaits;
  progressive_locked: ProgressiveLocked;
  progressive_validated: ProgressiveValidated;
  recut_ordered: RecutOrdered;
  round_ended: RoundEnded;
  round_voided: RoundVoided;
  ruled: Ruled;
  rules_changed: RulesChanged;
  ruling_asked: RulingAsked;
  seat_forfeited: SeatForfeited;
  seat_left: SeatLeft;
  seat_settled: SeatSettled;
  seat_taken: SeatTaken;
  settlement_corrected: SettlementCorrected;
  settlement_reversed: SettlementReversed;
  shuffle_ordered: ShuffleOrdered;
  stub_counted: StubCounted;
  stub_racked: StubRacked;
  table_idle: TableIdle;
  wager_placed: WagerPlaced;
  wager_reopened: WagerReopened;
  wager_settled: WagerSettled;
  wager_taken_back: WagerTakenBack;
  wrong_number: WrongNumber;
}

/** The cards of an idle table were spread on the table. */
export interface TableIdle {
  type: 'table_idle@1';
  decks: string[];
  face_up: boolean;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** Another node runs the table. The client must connect to its address. */
export interface TableMoved {
  type: 'moved';
  address: string;
}

export interface TableReport {
  table: string;
  game: string;
  money: string;
  nine: Record<string, unknown>;
  at_risk: number;
  spans: Record<string, SpanReport>;
}

/** A test of a dealer's proficiency in one game, given by a pit manager or above. */
export interface TableTest {
  trained: string;
  passed: string;
  by: string;
  at: number;
}

export interface TableView {
  table: string;
  game: string;
  submission: string;
  version: number;
  approved_at: number;
  money: string;
  standing: string;
  reason: string;
  dealer: string;
  limits: Record<string, Limit>;
  change: ChangeView | null;
  dealing: string;
  cards: string;
  dealer_name: string;
  inspected: number;
  inspection_due: boolean;
  calls: CallView[];
  approval: string;
}

/** Take back all of a seat's wagers, or one of them, before "no more bets". */
export interface TakeBack {
  type: 'take_back@1';
  seat: number;
  round: number;
  wager?: string;
  by?: string;
  at?: number;
}

export interface TestableSubmission {
  submission: string;
  game: string;
  title: string;
  kinds: number;
}

export interface Timers {
  at: number;
  decks: DeckStatus[];
  stub: StubStatus;
  inspection: InspectionStatus;
}

/** The posted time limits of a table, in seconds. */
export interface Times {
  betting: number;
  decision: number;
  grace: number;
  unseated: number;
}

/** The toke box of a table on the day, in cents. */
export interface TokeBoxReport {
  table: string;
  taken: number;
  counted: number;
  difference: number;
}

/** A table's toke box. The cage and the count team do not see the recorded amount. */
export interface TokeBoxView {
  table: string;
  count: number;
  counted_by: string;
  counted_name: string;
  cents: number | null;
  recorded: number | null;
}

/** The tokes of the day by table, and each dealer's share of the pool. */
export interface TokeReport {
  tables: TokeBoxReport[];
  pool: number;
  dealers: TokeShareReport[];
}

/** A dealer's share of the counted tokes, by the seconds dealt. */
export interface TokeShareReport {
  person: string;
  name: string;
  seconds: number;
  cents: number;
}

export interface TokesView {
  boxes: TokeBoxView[];
  pool: number;
}

export interface TrainingTable {
  table: string;
}

/** A submission that a dealer can train on. */
export interface TrainingView {
  submission: string;
  version: number;
  game: string;
  title: string;
  dealing: string;
  cards: string[];
  deck: number;
}

/** The chips of a tray, estimated from the last count by denomination. */
export interface TrayContents {
  chips: Record<string, number>;
  other: number;
  counted: number;
  exact: boolean;
}

/** The expected contents of a tray. Between counts by denomination, the chips are an estimate. */
export interface TrayNow {
  table: string;
  cents: number | null;
  to_sign: TraySlip[];
  contents: TrayContents | null;
}

/** A fill, a credit or a count to which later commands may refer. */
export interface TraySlip {
  number: number;
  id: string;
  what: 'fill' | 'credit' | 'opener' | 'closer';
  table: string;
  money: 'play' | 'real';
  cents: number;
  asked: Signature;
  left?: Signature;
  done?: Signature;
  void?: Signature;
  escorted?: boolean;
  carried?: Signature;
  dealer?: Signature;
  chips?: Record<string, number>;
  other?: number;
  by_chip?: boolean;
  entries?: number;
}

/** The expected contents of a tray and its last slips, for the cage and the floor. */
export interface TrayView {
  table: string;
  money: string;
  filled: number;
  won: number;
  expected: number;
  in_transit: number;
  slips: TraySlip[];
  next_signers: Record<number, NextSigner>;
}

/** The preview of a command, with its events, the table afterward, the next due act, and moved chips. */
export interface Tried {
  type: 'tried';
  id: string;
  entries: TableEvent[][];
  sight: Sight;
  due: DueActView;
  then: string[];
  moves: Move[];
  hands: HandView[];
  outcome: PreviewOutcome;
  steps?: PreviewStep[];
  review?: ReviewNeeded;
  departs?: string;
}

/** Preview a command without storing anything. */
export interface Try {
  type: 'try';
  id: string;
  command: TableCommand;
}

/** Turn up the next cards of the script. A live table names the cards that were unseen. */
export interface TurnUp {
  type: 'turn_up@1';
  cards?: string[];
  by?: string;
  at?: number;
}

/** The act that the table is waiting for, with its seat if a player must act. */
export interface TurnView {
  act: ActKind;
  words: string;
  whose?: string[];
  clauses?: string[];
  seat?: number;
  question?: string;
}

/** A floorperson confirms that the hand qualifies and the progressive system shows the win. */
export interface ValidateProgressive {
  type: 'validate_progressive@1';
  seat: number;
  light?: boolean;
  by?: string;
  at?: number;
}

/** A choice with its exact value and cost in units, such as "3/7". */
export interface ValuedChoice {
  choice: string;
  value: string;
  cost: string;
}

/** The result of a verification: of one stream, with its head, or of the whole store. */
export interface VerificationView {
  ok: boolean;
  streams: number;
  entries: number;
  cites_otherwise: number;
  compared: number;
  faults: Fault[];
  head?: string;
  not_covered?: string[];
}

/** A version and its history. Times are in Unix seconds, and 0 means that the step has not happened. */
export interface VersionView {
  submission: string;
  game: string;
  version: number;
  digest: string;
  status: string;
  prepared_by: string[];
  prepared_at: number;
  submitted_by: string;
  submitted_at: number;
  decided_by: string;
  decided_at: number;
  conditions: string;
  reason: string;
  superseded_by: number;
  superseded_at: number;
  approval: string;
}

export interface Violation {
  code: string;
  clause: string;
  message: string;
  remedy: string;
  where: string;
  readings: string[];
}

/** A void round in one sentence, with the clauses that void it. */
export interface VoidView {
  round: number;
  words: string;
  settles?: string[];
  clauses?: string[];
  readings?: string[];
}

/** The figures of one wager, as `croupier analyze` prints them. Some wagers have additional fields. */
export interface WagerFigures {
  wager: string;
  paytable: string | null;
  unit: string;
  ev: string;
  house_edge: number;
  house_edge_exact: string;
  element_of_risk: number;
  element_of_risk_exact: string;
  average_wager: string;
  sd: number;
  variance: string;
  hit_frequency: string;
  outcomes: OutcomeFigures[];
  readings: Record<string, string>;
}

/** The result of one wager so far. */
export interface WagerOutcome {
  wager: string;
  staked: number;
  returned: number;
  result: string;
  pays?: string;
  clauses?: string[];
  readings?: string[];
}

export interface WagerPlaced {
  type: 'wager_placed@1';
  seat: number;
  player: string;
  wager: string;
  cents: number;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** A settlement of this round was undone. The payment comes back and the stake is at risk again. */
export interface WagerReopened {
  type: 'wager_reopened@1';
  seat: number;
  player: string;
  wager: string;
  staked: number;
  returned: number;
  banked?: boolean;
  from_meter?: string;
  refill?: number;
  transfer?: number;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** The result of one wager. `returned` includes the stake if the player gets it back. */
export interface WagerSettled {
  type: 'wager_settled@1';
  seat: number;
  player: string;
  wager: string;
  staked: number;
  returned: number;
  result: 'win' | 'lose' | 'push' | 'returned' | 'forfeit';
  pays?: string;
  banked?: boolean;
  meters?: Record<string, MeterReading>;
  from_meter?: string;
  refill?: number;
  transfer?: number;
  cut?: number;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

/** A wager was taken back before "no more bets", by the player or as a wrong entry of the dealer. */
export interface WagerTakenBack {
  type: 'wager_taken_back@1';
  seat: number;
  player: string;
  wager: string;
  cents: number;
  by?: string;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

export interface WalletView {
  person: string;
  money: string;
  cents: number;
}

/** The client's identity at the table, and the result of the attempt to resume from its cursor. */
export interface Welcome {
  type: 'welcome';
  table: string;
  game: string;
  by: string;
  person: string;
  name: string;
  outcome: 'current' | 'replayed' | 'fresh';
  count: number;
  pace?: Pace;
  protocol?: number;
  acts?: MenuAct[];
}

/** One win of a hand pay, in cents. */
export interface WinView {
  wager: string;
  staked: number;
  won: number;
  withheld: number;
}

/** The slip of a withdrawal, or a withdrawal that waits for a second person. */
export interface WithdrawalAnswer {
  number: number;
  id: string;
  person: string;
  cents: number;
  by: string;
  reversed: boolean;
  kind: string;
  waits: number;
}

/** A large withdrawal that waits for a second person. */
export interface WithdrawalView {
  number: number;
  person: string;
  name: string;
  cents: number;
  document: string;
  drawer: number;
  by: string;
  cashier: string;
  at: number;
}

export interface WrongNumber {
  type: 'wrong_number@1';
  place: string;
  cards: number;
  audience: string[];
  clauses?: string[];
  readings?: string[];
  at?: number;
}

export type FromServer =
  | Welcome
  | Frame
  | Done
  | Refusal
  | Clock
  | ReadySeats
  | Balance
  | OpeningMessage
  | HouseNotice
  | TableMoved
  | Nodes
  | Advised
  | Tried
  | Calls
  | CardsRead;

export type FromClient =
  | Hello
  | Do
  | Chips
  | CashOutRequest
  | Ready
  | MoreTime
  | AdviceRequest
  | Try
  | CallFloorRequest;

/** The type of each JSON route's response, or unknown if the route declares no type. */
export interface Answers {
  'DELETE /api/tables/{table}/company': Record<string, number>;
  'GET /api/adjustments': Adjustment[];
  'GET /api/cage': CageView;
  'GET /api/cage/bank-counts/{count}/paper': string;
  'GET /api/cage/bank-slips/{slip}/paper': string;
  'GET /api/cage/drawers': DrawerView[];
  'GET /api/cage/drawers/{drawer}/closing/paper': string;
  'GET /api/cage/drawers/{drawer}/opening/paper': string;
  'GET /api/cage/drop-boxes': DropBoxes;
  'GET /api/cage/drop-boxes/{box}/paper': string;
  'GET /api/cage/inventory': InventoryView;
  'GET /api/cage/patrons': PatronView[];
  'GET /api/cage/slips/{slip}/paper': string;
  'GET /api/cage/tokes': TokesView;
  'GET /api/cage/tray-slips/{slip}/paper': string;
  'GET /api/cage/trays': TrayView[];
  'GET /api/cage/wallets/{person}': WalletView;
  'GET /api/cage/wallets/{person}/statement': StatementLine[];
  'GET /api/card-readers': CardReaderList;
  'GET /api/challenges': ChallengeResult[];
  'GET /api/challenges/results/{result}': SharedResult;
  'GET /api/challenges/results/{result}/picture': string;
  'GET /api/challenges/{challenge}': ChallengeView;
  'GET /api/coverage': RulesCoverage;
  'GET /api/designer/{table}': DesignerView;
  'GET /api/drills': DrillTable[];
  'GET /api/drills/progress': DealerProgress[];
  'GET /api/exclusions': ExclusionView[];
  'GET /api/files': DisputeFile[];
  'GET /api/files/{file}': DisputeFile;
  'GET /api/files/{file}/export': string;
  'GET /api/grants': Grant[];
  'GET /api/hand-pays': HandPayView[];
  'GET /api/hand-pays/{hand_pay}/slip': string;
  'GET /api/hand-pays/{hand_pay}/tax': string;
  'GET /api/journals': StreamLine[];
  'GET /api/journals/{stream}': string;
  'GET /api/journals/{stream}/heads': Heads;
  'GET /api/journals/{stream}/records': string;
  'GET /api/law': Record<string, string>;
  'GET /api/lessons': LessonTable[];
  'GET /api/log': AdministrationLogEntry[];
  'GET /api/me': Me;
  'GET /api/me/evening': EveningRound[];
  'GET /api/me/mistakes': MistakesPage;
  'GET /api/me/rounds': PlayedRound[];
  'GET /api/me/rounds/{table}/{number}/decisions': RoundReview;
  'GET /api/meters': MeterView[];
  'GET /api/people': MemberView[];
  'GET /api/pit': TableView[];
  'GET /api/pit/floor': FloorView;
  'GET /api/pit/{table}/forms': string;
  'GET /api/pit/{table}/tray': TrayNow;
  'GET /api/practice': PracticeOverview;
  'GET /api/practice/due': DueToday;
  'GET /api/readings': SubmissionReadings[];
  'GET /api/reports/day': DayReport;
  'GET /api/reports/day/close': DayCloseView;
  'GET /api/reports/day/paper': string;
  'GET /api/roles': PermissionView[];
  'GET /api/rounds': SearchResult;
  'GET /api/rounds/{table}/{number}': Playback;
  'GET /api/rules': GameEdition[];
  'GET /api/rules/clauses': ClauseAnswer;
  'GET /api/rules/games/{game}': GameChapters;
  'GET /api/rules/readings/{id}': ReadingAnswer;
  'GET /api/security': EscortedSlip[];
  'GET /api/session': SessionState;
  'GET /api/sessions': SessionsView[];
  'GET /api/statistics': StatisticsLine[];
  'GET /api/strategy/{game}': StrategyView;
  'GET /api/submissions': SubmissionView[];
  'GET /api/submissions/{submission}': SubmissionView;
  'GET /api/submissions/{submission}/{version}': FullVersion;
  'GET /api/submissions/{submission}/{version}/document': string;
  'GET /api/submissions/{submission}/{version}/figures': SubmissionFigures;
  'GET /api/submissions/{submission}/{version}/forms': string;
  'GET /api/submissions/{submission}/{version}/layout': string;
  'GET /api/submissions/{submission}/{version}/report': string;
  'GET /api/submissions/{submission}/{version}/signs': string;
  'GET /api/table-tests': ExamSummary[];
  'GET /api/table-tests/open/candidates': CandidateList;
  'GET /api/table-tests/own/scene': OwnExamView;
  'GET /api/table-tests/{number}': ExamView;
  'GET /api/table-tests/{number}/paper': string;
  'GET /api/tables': LobbyEntry[];
  'GET /api/tables/{table}': LobbyTable & PostedTable & TableDetails;
  'GET /api/tables/{table}/figures': FiguresView;
  'GET /api/tables/{table}/readings': ReaderSession;
  'GET /api/tables/{table}/recall': RecentRound[];
  'GET /api/tables/{table}/rounds/{number}': ShownRound;
  'GET /api/tables/{table}/rules': RulesOfTable;
  'GET /api/training': TrainingView[];
  'GET /api/wallet': WalletView;
  'GET /api/wallet/statement': StatementLine[];
  'GET /health': HealthView;
  'POST /api/adjustments/{adjustment}/approve': MeterView[];
  'POST /api/adjustments/{adjustment}/decline': Adjustment[];
  'POST /api/alerts/{alert}/acknowledge': FloorView;
  'POST /api/cage/deposits': Slip;
  'POST /api/cage/patrons': WalletView;
  'POST /api/cage/patrons/{person}/namesake': Cleared;
  'POST /api/cage/slips/{slip}/reverse': Slip;
  'POST /api/cage/tray-slips/{slip}/sign': TraySlip;
  'POST /api/cage/tray-slips/{slip}/void': TraySlip;
  'POST /api/cage/wallets/{person}/close': Record<string, string>;
  'POST /api/cage/withdrawals': WithdrawalAnswer;
  'POST /api/challenges': ChallengeLink;
  'POST /api/challenges/{challenge}/answers': ChallengeAnswer;
  'POST /api/designer/{table}': DesignPrice;
  'POST /api/designer/{table}/document': DesignDraft;
  'POST /api/designer/{table}/payment': FoundPayment;
  'POST /api/do': DoneBody;
  'POST /api/drills/answers': JudgedDrill;
  'POST /api/drills/questions': AskedDrill;
  'POST /api/exclusions': ExclusionView[];
  'POST /api/exclusions/{exclusion}/confirm': ExclusionView[];
  'POST /api/exclusions/{exclusion}/decline': ExclusionView[];
  'POST /api/exclusions/{exclusion}/removal': ExclusionView[];
  'POST /api/exclusions/{exclusion}/removal/confirm': ExclusionView[];
  'POST /api/files': DisputeFile;
  'POST /api/files/{file}/close': DisputeFile;
  'POST /api/files/{file}/items': DisputeFile;
  'POST /api/files/{file}/items/{item}/strike': DisputeFile;
  'POST /api/files/{file}/reopen': DisputeFile;
  'POST /api/grants/{grant}/approve': MemberView[];
  'POST /api/grants/{grant}/decline': Grant[];
  'POST /api/guest': Me;
  'POST /api/hand-pays/{hand_pay}/decide': HandPayView[];
  'POST /api/hand-pays/{hand_pay}/identity': HandPayView[];
  'POST /api/hand-pays/{hand_pay}/identity/delete': HandPayView[];
  'POST /api/hand-pays/{hand_pay}/sign': HandPayView[];
  'POST /api/hand-pays/{hand_pay}/witness': HandPayView[];
  'POST /api/link/{token}': Me;
  'POST /api/login': Me;
  'POST /api/logout': Record<string, string>;
  'POST /api/me/link': Record<string, string>;
  'POST /api/meters/{group}/adjustments': Adjustment;
  'POST /api/password': Me;
  'POST /api/people': MemberView;
  'POST /api/people/{person}/dismiss': MemberView[];
  'POST /api/people/{person}/link': Link;
  'POST /api/people/{person}/roles': Grant;
  'POST /api/people/{person}/roles/revoke': MemberView[];
  'POST /api/people/{person}/unlock': MemberView[];
  'POST /api/pit': TableView;
  'POST /api/pit/calls/{call}/answer': TableView;
  'POST /api/pit/dealers/{person}/licence': FloorView;
  'POST /api/pit/dealers/{person}/tests': FloorView;
  'POST /api/pit/hand-over': FloorView;
  'POST /api/pit/hand-over/{handover}/take': FloorView;
  'POST /api/pit/notes': FloorView;
  'POST /api/pit/notes/{note}/close': FloorView;
  'POST /api/pit/unwatch': FloorView;
  'POST /api/pit/watch': FloorView;
  'POST /api/pit/{table}/changes/{change}/attest': TableView;
  'POST /api/pit/{table}/changes/{change}/withdraw': TableView;
  'POST /api/pit/{table}/chips': TraySlip;
  'POST /api/pit/{table}/close': TableView;
  'POST /api/pit/{table}/counts': TraySlip;
  'POST /api/pit/{table}/counts/{slip}/verify': TraySlip;
  'POST /api/pit/{table}/disable': TableView;
  'POST /api/pit/{table}/enable': TableView;
  'POST /api/pit/{table}/float': FloorView;
  'POST /api/pit/{table}/inspection': TableView;
  'POST /api/pit/{table}/limits': TableView;
  'POST /api/pit/{table}/log-off': TableView;
  'POST /api/pit/{table}/log-on': TableView;
  'POST /api/pit/{table}/payouts/surveillance': FloorView;
  'POST /api/pit/{table}/payouts/witness': FloorView;
  'POST /api/pit/{table}/readings/decide': FloorView;
  'POST /api/pit/{table}/relief': FloorView;
  'POST /api/pit/{table}/reviews/{review}/approve': FloorView;
  'POST /api/pit/{table}/reviews/{review}/decline': FloorView;
  'POST /api/pit/{table}/slips/{slip}/sign': TraySlip;
  'POST /api/pit/{table}/slips/{slip}/void': TraySlip;
  'POST /api/practice/answers': GivenAnswer;
  'POST /api/practice/hands': DealtHand;
  'POST /api/practice/look-up': JudgedDecision;
  'POST /api/reports/day/close': DayCloseView;
  'POST /api/submissions/check': CheckReport;
  'POST /api/submissions/{submission}/draft': VersionView;
  'POST /api/submissions/{submission}/supersede': VersionView;
  'POST /api/submissions/{submission}/{version}/approve': VersionView;
  'POST /api/submissions/{submission}/{version}/reject': VersionView;
  'POST /api/submissions/{submission}/{version}/submit': VersionView;
  'POST /api/submissions/{submission}/{version}/withdraw': VersionView;
  'POST /api/table-tests': ExamView;
  'POST /api/table-tests/own/stop': StopAnswer;
  'POST /api/table-tests/{number}/acknowledge': ExamSummary;
  'POST /api/table-tests/{number}/decide': ExamView;
  'POST /api/table-tests/{number}/end': ExamView;
  'POST /api/table-tests/{number}/record': ExamView;
  'POST /api/tables/{table}/company': Record<string, number>;
  'POST /api/tables/{table}/readings': CardsAccepted;
  'POST /api/training': TrainingTable;
  'POST /api/verify': VerificationView;
  'POST /api/wallet/refill': WalletView;
}
