"""Role names of plans: which of them have a clear intent, and that no other name gains more than the baseline."""

import pytest

from kingdom.contracts.identity import BASELINE, coerce_agent_id, provision

ROLES = {
    "research": """
        search searcher searching web_search websearch websearcher WebSearch webSearchAgent web-search search_engine
        searches searched paper_search job_searcher image_searching find finder finds finding findings flight_finder
        bug_finder fact_finding key_findings find_sources lookup lookups address_lookup dns_lookup price_lookup look_up
        look-up-words looking_up_prices web web_agent web_reader web_7 2_web_9 research researcher market_research
        market_researcher researching user_researchers legal_research competitor_research FIND_PAPERS Search_The_News
        literature_searcher patent_search finder_of_trains web_lookup searchfind
    """,
    "coder": """
        code codes coded coding code_reviewer code_helper codefile coder_of_apps senior_coder code-fixer CodeFixer
        script scripts scripting scripted scripter shell_script bash_scripter script_maker scriptRunner script_7
        python python_agent python_helper pythoncoder python3_tester file files file_sorter file_renamer files_agent
        save saves saved save_as saved_items save_results code_file file_saves auto_coder coding_tutor barcode_coder
        PYTHON_RUNNER File_Manager
    """,
    "analyze": """
        plot plots plotted plotting plotter plot_it plot-agent scatter_plot plotting_helper sales_plotter PlotMaker
        calc calcs calculate calculates calculated calculating calculation calculations calculator calculators
        tax_calculator calculate_the_average calculating_averages loan_calculation calc_agent price_calculator math
        maths math_tutor mathematics mathematical_model mathplotter viz data_viz viz_agent visualize visualizes
        visualizer visualizing visualization visualise visualisation visualisations data_visualization chart_visualizer
        analyze analyzes analyzed analyzer analyzing analyse analyser analysing analysis analyst analysts analytics
        analytical data_analyst data_analysis sentiment_analyzer log_analysis risk_analytics SalesAnalyst trend_analyses
    """,
    "writer": """
        write writes writer_bot writing written wrote letter_writer text_writing ghost_writer copy_writer blog_writing
        report reports reported reporting reporter weekly_report sales_reporter report_maker ReportMaker summary
        summaries summarize summarizes summarized summarizer summarizing summarise summariser meeting_summary
        mail_summarizer news_summaries reportwriter speech-writer
    """,
}
CLEAR = [(name, identity) for identity, names in ROLES.items() for name in names.split()]
# Without a keyword, with keywords of two identities, or with a keyword that is only a part of another word.
UNCLEAR_NAMES = """
    helper agent agent_7 assistant translator planner orchestrator worker observer support boss bot x 7 lisa
    savings savings_advisor saving_plans tax_filing filing filings webinar webbing cobweb webmaster codec codex decoder
    encode unicode zip_codec profile profiles filet defile scripture manuscript subscription prescription conscript
    findus foundation plotline_unclearx pythonic_poet typewriterly portfolio reportage rapport mathew aftermath
    vizier calcium calculus analgesic writhe wrist underwrite researchgate_fan masterplan master_of_files
    codewriter search_report web_report find_and_save file_search plot_and_report script_writer report_analyzer
    python_analyst web_code write_code read_the_web_and_summarize code_summary websearchreport filefinder
    no_code without_python not_a_coder never_search dont_write_files avoid_scripts no_web
    соder_x mаster_root tеchnical_helper ﬁle ｃｏｄｅ sсript
"""
UNCLEAR = UNCLEAR_NAMES.split()


def test_at_least_two_hundred_names() -> None:
    names = [name for name, _ in CLEAR] + UNCLEAR
    assert len(names) == len(set(names)) >= 200


@pytest.mark.parametrize(("name", "identity"), CLEAR)
def test_a_clear_name_gets_its_identity(name: str, identity: str) -> None:
    repaired = coerce_agent_id(name)
    assert repaired.authority.agent_id.startswith(f"{identity}_"), repaired
    assert repaired.authority.grants == provision(f"{identity}_x")


@pytest.mark.parametrize("name", UNCLEAR)
def test_any_other_name_gets_the_baseline(name: str) -> None:
    repaired = coerce_agent_id(name)
    assert repaired.repaired
    assert repaired.authority.grants == BASELINE, repaired


@pytest.mark.parametrize(
    ("prompt", "identity"),
    [
        ("Calculate the average of the column.", "analyze"),
        ("Start plotting the sales.", "analyze"),
        ("List your findings.", "research"),
        ("Do a websearch for trains", "research"),
        ("Look up the address.", "research"),
        ("Summarise the letter", "writer"),
        ("Keep it in files", "coder"),
    ],
)
def test_a_prompt_decides_for_a_name_without_a_keyword(prompt: str, identity: str) -> None:
    assert coerce_agent_id("helper", prompt).authority.grants == provision(f"{identity}_x")


@pytest.mark.parametrize(
    "prompt",
    [
        "Do not run any code.",
        "Don't search.",
        "Never touch the files",
        "Answer without a websearch",
        "Calculate the average and write it down",
        "Plan my savings",
        "My décode réfile caféfile",
        "",
        "x" * 100_000 + "code",
    ],
)
def test_a_prompt_without_one_clear_intent_adds_nothing(prompt: str) -> None:
    assert coerce_agent_id("helper", prompt).authority.grants == BASELINE


def test_a_prompt_does_not_decide_for_a_name_of_two_intents() -> None:
    assert coerce_agent_id("web_report", "Run this python").authority.grants == BASELINE
