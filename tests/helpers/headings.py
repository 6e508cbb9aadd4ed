"""Map headings in the rules to the tests that cover the heading's own rule."""

from __future__ import annotations

HEADINGS: dict[str, tuple[str, ...]] = {
    # chapters 2 and 3
    "test_the_progressive_system_locks_out_late_wagers": ("uth/2.C", "letitride/2.C"),
    "test_required_areas_must_be_on_the_layout": ("topfive/2.B.3",),
    "test_3_A_3_dragon_deck_has_the_listed_number_of_each_card": ("dragon/3.A.3.a",),
    # chapter 5
    "test_5_A_1_cards_are_shuffled_before_play": ("uth/5.A", "letitride/5.A", "dragon/5.A", "topfive/5.A"),
    "test_5_E_a_counting_shuffler_that_finds_a_wrong_number_removes_the_deck": (
        "uth/5.E", "letitride/5.E", "dragon/5.D",
    ),
    "test_5_F_cards_shuffled_by_hand_are_cut_at_least_ten_deep_and_put_into_the_shoe": ("letitride/5.D",),
    # chapter 6
    "test_6_E_1_within_a_class_the_highest_unmatched_card_decides": ("uth/6.E",),
    # chapter 7
    "test_7_a_side_wager_requires_the_main_wagers_and_must_be_offered": (
        "letitride/7.E.6", "topfive/7.E.2",
    ),
    # chapters 8 to 10
    "test_no_more_bets_is_announced_before_the_first_card": ("uth/10.A.2", "letitride/10.A.1"),
    "test_letitride_8_D_box_then_players_and_board_in_turn": ("letitride/8.D.3",),
    "test_letitride_9_C_by_hand_in_the_same_order": ("letitride/9.C",),
    "test_a_misdeal_voids_the_round_and_returns_every_wager": (
        "uth/8.G", "uth/9.E", "uth/10.E", "letitride/8.F", "letitride/9.H", "letitride/10.G", "dragon/8.G",
    ),
    # chapter 11
    "test_11_each_decision_has_its_own_choices": ("uth/11.F",),
    "test_11_G_after_the_last_decision_the_dealer_shows_the_best_hand_of_seven_cards": ("uth/11.G",),
    "test_11_H_2_settles_from_the_dealers_right_and_announces_each_hand": ("uth/11.H.2",),
    "test_11_I_trips_is_settled_by_its_table_even_when_the_hand_loses": ("uth/11.I",),
    "test_11_J_2_a_winner_waits_for_the_floor_before_being_paid": ("uth/11.J", "uth/11.J.2"),
    "test_11_J_2_e_i_progressive_bettors_are_paid_for_anothers_straight_flush": ("uth/11.J.2.e",),
    "test_11_each_question_is_asked_of_every_player_clockwise_and_once": ("letitride/11.A", "letitride/11.B"),
    "test_11_a_bet_that_rides_stays_until_the_end": ("letitride/11.B.1.a", "letitride/11.C.1.a"),
    "test_11_D_players_are_settled_from_the_dealers_right_and_cards_stay_up_until_all_are": (
        "letitride/11.D",
    ),
    "test_11_E_1_the_five_card_bonus_is_paid_by_its_paytable": ("letitride/11.E",),
    "test_11_G_the_table_is_cleared_and_every_hand_can_be_rebuilt": ("letitride/11.G",),
    "test_11_D_2_the_dealers_cards_make_their_highest_hand": ("dragon/11.D",),
    "test_11_D_3_settles_from_the_right_side_wagers_first": ("dragon/11.D.3",),
    "test_11_B_1_players_play_or_fold_clockwise": (
        "topfive/11.B", "topfive/11.B.1",
    ),
    "test_11_B_2_a_fold_loses_the_ante_and_the_cards_at_once": ("topfive/11.B.2",),
    "test_11_C_1_each_hand_is_formed_and_announced_from_the_dealers_right": ("topfive/11.C",),
    "test_11_C_3_against_a_short_dealer_the_play_is_decided_by_count_then_rank": ("topfive/11.C.3",),
    "test_11_C_4_against_a_qualifying_dealer_both_are_decided_at_even_money": ("topfive/11.C.4",),
    "test_11_C_5_takes_losing_wagers_player_by_player_and_a_bonus_keeps_the_cards_out": (
        "topfive/11.C.5",
    ),
    # chapter 12
    "test_12_each_row_pays_its_weakest_hand_but_no_weaker": (
        "uth/12.C", "uth/12.E", "uth/12.E'2", "uth/12.G",
        "letitride/12.B", "letitride/12.C", "letitride/12.D", "letitride/12.E.2", "letitride/12.E.3",
        "dragon/12.C", "dragon/12.D", "topfive/12.B", "topfive/12.B'2",
    ),
    "test_uth_12_F2_bad_beat_pays_the_beaten_hand_of_player_or_dealer": ("uth/12.F'2",),
    "test_12_F_the_limit_is_exact_to_the_cent": ("uth/12.F",),
    "test_meter_starts_and_resets_at_or_above_its_minimum": ("letitride/12.F.2",),
    # chapter 13
    "test_uth_13_H_a_jam_of_the_deck_in_play_returns_all_wagers": ("uth/13.H",),
    "test_a_failure_of_the_dealing_shoe_voids_the_round_at_any_moment": ("uth/13.I",),
    "test_failed_dealing_shoe_is_removed_before_another_method": (
        "uth/13.J", "letitride/13.H", "dragon/13.H", "topfive/13.E",
    ),
}  # fmt: skip


def shown_by(test: str, marked: set[str]) -> list[str]:
    """Return the headings whose own rule a test covers, among the headings of its marked clauses."""
    return [
        heading
        for heading in HEADINGS.get(test.partition("[")[0], ())
        if any(clause_id.startswith(f"{heading}.") for clause_id in marked)
    ]
